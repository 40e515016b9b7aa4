"""Compares the public symbols of modules with their landing pages.

Usage: surface.py MODULE:CATALOGUE:GRAPHS…, where CATALOGUE is the module's .docc folder and GRAPHS holds its symbol
graph. Every public top-level symbol has to be under "## Topics" of the landing page, or of a page that this one leads to.
And something has to lead to it: it can be made, called or caught by itself, or the declaration of a symbol with a way to
it names it; or a façade has it because the SDK does. Ends with 1 after naming every symbol that fails.
"""

import json
import pathlib
import re
import sys

# Kinds that a caller can begin with; not what every Codable type and enumeration with raw values has.
BEGINNINGS = {
    "swift.init", "swift.type.method", "swift.type.property", "swift.func", "swift.var", "swift.protocol",
}
NO_BEGINNINGS = {"init(rawValue:)", "init(from:)", "allCases"}
ERROR = "s:s5ErrorP"


def listed(catalogue, module):
    """The names in the topics of the landing page and of each page that these lead to."""
    pages = {}
    for path in catalogue.glob("*.md"):
        text = path.read_text()
        pages[path.stem] = text
        if extended := re.match(r"# ``(?:\w+/)?([^`]+)``", text):
            pages[extended[1]] = text
    names, waiting = set(), [module]
    while waiting:
        topics = pages.get(waiting.pop(), "").partition("\n## Topics\n")[2].partition("\n## ")[0]
        for link in re.findall(r"^- (?:``([^`]+)``|<doc:([^>]+)>)", topics, re.MULTILINE):
            name = "".join(link)
            if name not in names:
                names.add(name)
                waiting.append(name)
    return names


def imitated(catalogue):
    """The names that a façade has because the SDK does: all of its page of symbols but those of our own."""
    texts = [path.read_text().partition("\n## What is ours\n")[0] for path in catalogue.glob("*-API.md")]
    return {name for text in texts for code in re.findall(r"`([^`]+)`", text) for name in re.findall(r"\w+", code)}


def reached(graphs):
    """The top-level symbols that a caller can get at, as pairs of a module and a name."""
    places = {symbol["identifier"]["precise"]: (module, symbol["pathComponents"][0])
              for module, graph in graphs.items() for symbol in graph["symbols"]}
    names, found = {}, set()
    for module, graph in graphs.items():
        for symbol in graph["symbols"]:
            place = (module, symbol["pathComponents"][0])
            names.setdefault(place, set()).update(
                places.get(fragment.get("preciseIdentifier")) for fragment in symbol["declarationFragments"])
            if symbol["kind"]["identifier"] in BEGINNINGS and symbol["pathComponents"][-1] not in NO_BEGINNINGS:
                found.add(place)
        found |= {places[relationship["source"]] for relationship in graph["relationships"]
                  if relationship["kind"] == "conformsTo" and relationship["target"] == ERROR
                  and relationship["source"] in places}
    waiting = list(found)
    while waiting:
        new = names.get(waiting.pop(), set()) - found - {None}
        found |= new
        waiting += new
    return found


def main():
    modules = [(name, pathlib.Path(catalogue), pathlib.Path(folder))
               for name, catalogue, folder in (argument.split(":") for argument in sys.argv[1:])]
    graphs = {name: json.loads((folder / f"{name}.symbols.json").read_text()) for name, _, folder in modules}
    known, faults = reached(graphs), []
    for module, catalogue, _ in modules:
        names, of_sdk = listed(catalogue, module), imitated(catalogue)
        public = {symbol["pathComponents"][0] for symbol in graphs[module]["symbols"]
                  if len(symbol["pathComponents"]) == 1}
        for name in sorted(public - names):
            faults.append(f"{module}: {name} is public, and no topic of {catalogue}/{module}.md has it")
        for name in sorted(public - of_sdk):
            if (module, name) not in known:
                faults.append(f"{module}: {name} is public, and no public declaration leads to it")
    sys.exit("\n".join(faults) or None)


main()
