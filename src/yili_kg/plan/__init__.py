"""The rite on the plan of the house: between the graph and the views, with no word of HTML.

In order: `house` (plans and parts, from `ontology/`), `vocabulary` and `sayings` (the words that the plan goes by and what it
says, from `extraction/rules/plan/`), `acts` (what a verb does), `places`, `phrases`, `locate` (a place phrase → a point with a
reason), `cast` (who takes part), `script` (the order of play), `scene`, `props` and `room` (where everybody and everything is),
`effects` (what each kind of act changes), `stage` (steps → moments); then `draw` (SVG of the plan), `say` (a step in a sentence),
`flow` (the course of the rite as a graph, Mermaid and SVG), `table` (CSV).
"""

from yili_kg.plan.house import House, HousePart, HousePlan, load_house
from yili_kg.plan.locate import locate
from yili_kg.plan.places import Place
from yili_kg.plan.stage import Moment, Move, Play, modes, stage

__all__ = [
    "House",
    "HousePart",
    "HousePlan",
    "Moment",
    "Move",
    "Place",
    "Play",
    "load_house",
    "locate",
    "modes",
    "stage",
]
