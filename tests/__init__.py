"""The tests. What one takes depends on what else the machine does, so none has a deadline, and who waits is patient."""

from hypothesis import settings

PATIENCE = 120.0  # seconds until what a test waits for must have come about: only what never does should fail

settings.register_profile("tapete", deadline=None)
settings.load_profile("tapete")
