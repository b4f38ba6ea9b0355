"""`read-NN.html`: a 篇 as one continuous text, with all that was said of it at its place.

`chapters` gathers what stands where, `parts` shares a 篇 out to pages, `text` writes the words, `margin` what stands
beside them, `marks` what was found in them, `page` puts it together.
"""

from yili_kg.views.reader.page import SCRIPTS, reader_files, share_files, shared_file
from yili_kg.views.reader.parts import Parts, parts_of

__all__ = ["SCRIPTS", "Parts", "parts_of", "reader_files", "share_files", "shared_file"]
