"""The texts: the contents of each, section by section, with what becomes of every one."""
