"""Reading by hand: sheets that a reader corrects with an editor, and what two readers decided differently."""
