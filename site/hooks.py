"""Adapts the documents, which are written for the repository's own view, to MkDocs.

The navigation is that of docs/README.md. MkDocs needs lists with an indentation of four, and shows warnings as boxes only in
its own syntax. Links to files outside of docs/ become the paths of these files.
"""

import posixpath
import re
from pathlib import Path

from mkdocs.structure.files import File

ROW = re.compile(r"^\| \[([^\]]+)\]\(([^)#]+)\) \|")
FENCE = re.compile(r"^ *(```+|~~~+)")
MARKER = re.compile(r"^(?:[-*+]|\d+[.)]) +")
BOX = re.compile(r"^> \*\*(Warning|Note):\*\* ?")
LINK = re.compile(r"\[([^\]]+)\]\((\.\./[^)]+)\)")


def on_config(config):
    docs = Path(config["docs_dir"])
    nav, shelf = [{"Home": "README.md"}], None
    for line in (docs / "README.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            shelf = []
            nav.append({line[3:]: shelf})
        elif shelf is not None and (row := ROW.match(line)):
            title, path = row.groups()
            shelf.append({title: decisions(docs) if path == "adr/README.md" else path})
    config["nav"] = nav
    return config


def decisions(docs):
    pages = ["adr/README.md"]
    for path in sorted((docs / "adr").glob("0*.md")):
        heading = path.read_text(encoding="utf-8").splitlines()[0]
        pages.append({heading.removeprefix("# "): f"adr/{path.name}"})
    return pages


def on_files(files, config):
    target = Path(config["config_file_path"]).parent / "target"
    for script in ("mermaid", "iframe-worker"):
        files.append(File(f"assets/{script}.js", str(target), config["site_dir"], config["use_directory_urls"]))
    return files


def on_post_page(output, page, config):
    return local(output, "../" * page.url.count("/"))


def on_post_template(output_content, template_name, config):
    return local(output_content, "")


def local(output, up):
    # The plugin for pages that are opened as files loads this script, which makes the search work there.
    return output.replace("https://unpkg.com/iframe-worker/shim", f"{up}assets/iframe-worker.js")


def on_page_markdown(markdown, page, config, files):
    folder = posixpath.dirname(page.file.src_uri)
    return boxes(indented(outside_links(markdown, folder)))


def outside_links(markdown, folder):
    def shown(link):
        label, target = link.groups()
        path = posixpath.normpath(posixpath.join("docs", folder, target.split("#")[0]))
        if path.startswith("docs/") or path == "docs":
            return link.group()
        return label if path in label else f"{label} (`{path}`)"

    return LINK.sub(shown, markdown)


def indented(markdown):
    """Returns the same lists with four spaces for each level, and an empty line before each list."""
    lines, levels, fence, was_list = [], [], None, False
    for line in markdown.splitlines():
        text = line.lstrip(" ")
        indent = len(line) - len(text)
        if fence is None and text:
            while levels and indent < levels[-1]:
                levels.pop()
        depth, inner = len(levels), levels[-1] if levels else 0
        opening = FENCE.match(line)
        if fence is not None:
            lines.append(" " * 4 * depth + line[min(inner, indent):] if text else "")
            if opening and text.rstrip() == fence:
                fence = None
            continue
        if opening:
            fence = opening.group(1)
        marker = None if opening else MARKER.match(text)
        if marker:
            if depth == 0 and lines and lines[-1] and not re.match(r"^ *(?:[-*+]|\d+[.)]) ", lines[-1]) and not was_list:
                lines.append("")
            levels.append(indent + marker.end())
        if text:
            was_list = bool(levels)
        lines.append(" " * 4 * depth + line[min(inner, indent):] if text else "")
    return "\n".join(lines)


def boxes(markdown):
    """Returns the same document with a box instead of each quotation that begins with Warning or Note."""
    lines, inside = [], False
    for line in markdown.splitlines():
        indent = line[: len(line) - len(line.lstrip(" "))]
        text = line[len(indent):]
        if box := BOX.match(text):
            inside = True
            lines += [f'{indent}!!! {box.group(1).lower()}', "", f"{indent}    {text[box.end():]}"]
        elif inside and text.startswith(">"):
            lines.append(f"{indent}    {text[1:].strip()}")
        else:
            inside = False
            lines.append(line)
    return "\n".join(lines)
