all-keys = Keys

# Names of keys, as they stand on them.
control = Ctrl
shift = Shift
enter = Enter
space = Space
escape = Escape
