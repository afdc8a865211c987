"""The tests. What one example takes depends on what else the machine does, so none has a deadline."""

from hypothesis import settings

settings.register_profile("tapete", deadline=None)
settings.load_profile("tapete")
