"""What several test modules use. Test modules import from here and never from one another."""

import pytest

# Helpers that assert show what they compared, as tests do.
pytest.register_assert_rewrite("support.commands", "support.hand_made", "support.histories")
