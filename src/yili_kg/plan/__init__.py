"""The rite on the plan of the house: between the graph and the views, with no word of HTML.

In order: `house` (plans and parts, from `ontology/`), `places` (a place phrase → a point with a reason), `acts` (what a
verb does), `cast` (who takes part), `script` (the order of play), `scene` and `props` (where everybody and everything is),
`effects` (what each kind of act changes), `stage` (steps → frames); then `draw` (SVG of the plan), `say` (a step in a sentence),
`flow` (the course of the rite as a graph, Mermaid and SVG), `table` (CSV).
"""

from yili_kg.plan.house import House, HousePart, HousePlan, load_house
from yili_kg.plan.places import Place, locate
from yili_kg.plan.stage import NOTES, Frame, Move, Play, stage

__all__ = [
    "NOTES",
    "Frame",
    "House",
    "HousePart",
    "HousePlan",
    "Move",
    "Place",
    "Play",
    "load_house",
    "locate",
    "stage",
]
