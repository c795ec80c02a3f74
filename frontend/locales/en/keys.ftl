all-keys = Keyboard shortcuts

# The labels of keys.
control = Ctrl
shift = Shift
enter = Enter
space = Space
escape = Escape
