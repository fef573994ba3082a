"""Checks a built site: nothing comes from another origin, no Markdown is left over, and the search knows every page."""

import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

LOADED = {"script": "src", "img": "src", "iframe": "src", "link": "href", "source": "src"}
LEFT_OVER = re.compile(r"^(```|\||> |!!! |[-*] |#+ )")


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.foreign, self.left_over, self.paragraph = [], [], None

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        target = values.get(LOADED.get(tag, ""), "") or ""
        if re.match(r"(https?:)?//", target) and values.get("rel") not in ("canonical",):
            self.foreign.append(target)
        if tag == "p":
            self.paragraph = ""

    def handle_endtag(self, tag):
        if tag == "p" and self.paragraph is not None:
            if LEFT_OVER.match(self.paragraph.strip()):
                self.left_over.append(self.paragraph.strip()[:80])
            self.paragraph = None

    def handle_data(self, data):
        if self.paragraph is not None:
            self.paragraph += data


def main(site):
    problems, pages = [], sorted(site.rglob("*.html"))
    for path in pages:
        page = Page()
        page.feed(path.read_text(encoding="utf-8"))
        name = path.relative_to(site)
        problems += [f"{name}: comes from another origin: {target}" for target in page.foreign]
        problems += [f"{name}: Markdown is left over: {text}" for text in page.left_over]
    index = json.loads((site / "search/search_index.json").read_text(encoding="utf-8"))
    found = {document["location"].split("#")[0] for document in index["docs"]}
    expected = {str(path.relative_to(site)) for path in pages} - {"404.html"}
    problems += [f"{name}: the search does not know it" for name in sorted(expected - found - {"index.html"})]
    if len(pages) < 50:
        problems.append(f"there are only {len(pages)} pages")
    print("\n".join(problems) or f"The site has {len(pages)} pages: {site}/index.html")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
