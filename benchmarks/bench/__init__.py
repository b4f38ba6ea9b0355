"""What `make bench` measures: the analysis by stage, builds of one to eight times a corpus, and other tools beside them."""
