"""Turns of the real window: how long it stands still, and when its jobs are heard of and can be stopped.

`python3 packaging/dev.py benchmark turns` opens a million records, then ten thousand variables, and does in
the window, offscreen, what can be done there: every stage, tab, action, masking dialog, file format and
control. All are taken from their catalogues and from what is seen, so that a new one is covered without being
named.
"""
