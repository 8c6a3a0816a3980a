"""Tests of how Leverage is deployed: the image, the services around it, and the proxies at work."""
