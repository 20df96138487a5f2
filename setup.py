"""What is installed: every folder of the package, so that a new game is found by itself, with the notebooks and scenarios."""

from setuptools import find_namespace_packages, setup

setup(packages=[*find_namespace_packages(include=["dcf_lab", "dcf_lab.*"]), "dcf_lab.notebooks", "dcf_lab.scenarios"])
