"""What readers decided of the received text (`extraction/reading/`), and how an edition takes it."""
