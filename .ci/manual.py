#!/usr/bin/env python3
"""Makes a page of the manual (groff, man) from what "allonym --experimental-dump-help" prints."""

import json
import sys


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return "\n".join("\\&" + line if line[:1] in ".'" else line for line in text.split("\n"))


def names(argument):
    return [("--" if name["kind"] == "long" else "-") + name["name"] for name in argument.get("names", [])]


def value(argument):
    return argument.get("valueName") or (argument["names"][0]["name"] if argument.get("names") else "")


def heading(argument):
    """The names of an argument, and what it takes."""
    shown = ", ".join("\\fB" + escaped(name) + "\\fR" for name in names(argument))
    if argument["kind"] == "option":
        return shown + " \\fI" + escaped(value(argument)) + "\\fR"
    if argument["kind"] == "positional":
        return "\\fI" + escaped(value(argument)) + "\\fR" + (" ..." if argument.get("isRepeating") else "")
    return shown


def said(argument):
    parts = [argument.get("abstract", ""), argument.get("discussion", "")]
    if argument.get("defaultValue") and argument["kind"] != "flag":
        parts.append("Default: " + argument["defaultValue"] + ".")
    if argument.get("allValues"):
        parts.append("One of: " + ", ".join(argument["allValues"]) + ".")
    return " ".join(part for part in parts if part)


def paragraphs(text):
    for paragraph in text.split("\n\n"):
        for line in paragraph.split("\n"):
            if line.startswith("Example: "):
                yield ".PP\nExample:\n.PP\n.RS\n.nf\n" + escaped(line[len("Example: "):]) + "\n.fi\n.RE"
            else:
                yield ".PP\n" + escaped(line)


def section(command, path, lines):
    arguments = [one for one in command.get("arguments", []) if one.get("shouldDisplay", True)]
    children = [one for one in command.get("subcommands", []) if one["commandName"] != "help" and one.get("shouldDisplay", True)]
    if len(path) > 1:
        lines.append(".SS " + escaped(" ".join(path)))
        lines.append(escaped(command.get("abstract", "")))
    for paragraph in paragraphs(command.get("discussion", "")) if command.get("discussion") else []:
        lines.append(paragraph)
    for argument in arguments:
        if names(argument) in (["-h", "--help"], ["--help", "-h"]):
            continue
        lines += [".TP", heading(argument), escaped(said(argument))]
    for child in children:
        section(child, path + [child["commandName"]], lines)


def main():
    version = sys.argv[1]
    root = json.load(sys.stdin)["command"]
    lines = [
        f'.TH ALLONYM 1 "" "allonym {escaped(version)}" "User commands"',
        ".SH NAME",
        "allonym \\- " + escaped(root.get("abstract", "")),
        ".SH SYNOPSIS",
        ".B allonym",
        "\\fIcommand\\fR [\\fIoptions\\fR]",
        ".SH DESCRIPTION",
    ]
    section(root, ["allonym"], lines)
    position = next((n for n, line in enumerate(lines) if line.startswith(".SS")), len(lines))
    lines.insert(position, ".SH COMMANDS")
    print("\n".join(lines))


main()
