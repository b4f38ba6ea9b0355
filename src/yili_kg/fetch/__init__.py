"""Books of the Kanseki Repository over HTTPS: what is known of them, getting an archive, unpacking it with care."""
