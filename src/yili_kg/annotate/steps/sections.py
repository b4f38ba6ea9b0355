from __future__ import annotations
__all__=["load_sections"]
class S:
    def of(self,passage,segment,index): return ""
def load_sections(): return S()
