"""A room: one lesson being presented to people with phones; a process of its own, without Voilà and without kernels."""
