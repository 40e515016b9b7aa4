"""Visits the console of a server in headless Chromium, signs in, presses buttons, and looks at every page on a phone and
a desk, light and dark.

Usage: console.py CHROMIUM ADDRESS KEY FOLDER: pictures of the pages go to FOLDER. Ends with 1 at the first fault, and
says what it is.
"""

import pathlib
import sys

from pages import SCHEMES, WIDTHS, Chromium, Tab, check, fault

# What is wrong with how a page looks: what leaves the window, what is too pale, what is too small for a finger.
LOOK = r"""
(() => {
  const parse = (colour) => colour.match(/[\d.]+/g).map(Number);
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((c) => c / 255)
      .map((c) => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour.length < 4 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  const seen = [...document.body.querySelectorAll('*')].filter((node) => node.checkVisibility()
    && !node.closest('.skip, select'));
  const pale = seen.filter((node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()))
    .filter((node) => {
      const [a, b] = [luminance(parse(getComputedStyle(node).color)), luminance(behind(node))];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
    }).map((node) => node.textContent.slice(0, 40));
  const small = seen.filter((node) => node.matches('button, input:not([type=hidden]), nav a'))
    .filter((node) => node.getBoundingClientRect().height < 36).map((node) => node.textContent || node.name);
  const unnamed = seen.filter((node) => node.matches('input:not([type=hidden]), select') && !node.closest('label'));
  return {
    overflow: document.documentElement.scrollWidth - window.innerWidth, pale, small, unnamed: unnamed.length,
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
    headings: document.querySelectorAll('h1').length, scripts: document.scripts.length,
    height: document.documentElement.scrollHeight,
  };
})()
"""


class Visit(Tab):
    """A tab that goes from page to page of a server."""

    def __init__(self, browser, address):
        super().__init__(browser)
        self.address = address

    def loaded(self):
        self.browser.wait("Page.loadEventFired")
        self.frames()
        for event in self.browser.events:
            if event.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
                entry = event["params"].get("entry", {})
                # Who is not signed in yet is asked with the status 401, and a page that is not there has 404: the
                # browser mentions both.
                if not any(status in entry.get("text", "") for status in ("401", "404")):
                    fault(f"the browser complains: {event['params']}")

    def go(self, path):
        self.browser.events.clear()
        self.call("Page.navigate", url=self.address + path)
        self.loaded()

    def click(self, which):
        """Clicks on what a selector finds, and waits for the page that follows."""
        self.browser.events.clear()
        check(self.evaluate(f"(() => {{ const node = {which}; node?.click(); return !!node; }})()"), f"no {which}")
        self.loaded()

    def press(self, title):
        self.click(f"[...document.querySelectorAll('button')].find((node) => node.textContent === '{title}')")

    def text(self):
        return self.evaluate("document.querySelector('main').innerText")

    def look(self, name, folder):
        for width, height in WIDTHS.items():
            for scheme in SCHEMES:
                self.size(width, height)
                self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
                self.frames()
                seen = self.evaluate(LOOK)
                where = f"{name}, {width} pixels, {scheme}"
                check(seen["dark"] == (scheme == "dark"), f"{where}: not in this scheme")
                check(seen["overflow"] <= 0, f"{where}: {seen['overflow']} pixels too wide")
                check(not seen["pale"], f"{where}: too pale: {seen['pale'][:5]}")
                check(not seen["small"], f"{where}: too small: {seen['small'][:5]}")
                check(seen["unnamed"] == 0, f"{where}: a field has no label")
                check(seen["headings"] == 1 and seen["scripts"] == 0, f"{where}: headings or scripts")
                self.picture(f"{folder}/{name}-{width}-{scheme}.png", width, seen["height"])
        print(f"{name}: looks right in {len(WIDTHS) * len(SCHEMES)} ways")


def main():
    program, address, key, folder = sys.argv[1:]
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    browser = Chromium(program)
    tab = Visit(browser, address)
    tab.go("/")
    tab.look("sign-in", folder)
    tab.evaluate(f"document.querySelector('input[name=key]').value = '{key}'")
    tab.press("Sign in")
    check("reader-60" in tab.text(), "signed in, but there are no customers")
    tab.look("customers", folder)
    tab.evaluate("document.querySelector('input[name=search]').value = 'ann'")
    tab.press("Search")
    tab.click("[...document.querySelectorAll('td a')].find((node) => node.textContent === 'ann')")
    check("revenuecat.identify" in tab.text(), "the timeline names no rule")
    tab.press("pause at renewal")
    check("active, pause set" in tab.text(), "no pause was set")
    tab.evaluate("document.querySelectorAll('details').forEach((node) => node.open = true)")
    tab.look("customer", folder)
    tab.press("refund")
    check("refunded" in tab.text(), "nothing was refunded")
    tab.press("Undo this merge")
    check("Only ID" in tab.text(), "the merge is still there")
    tab.go("/allonym/console/demo/store")
    before = tab.text()
    tab.press("Advance 1 month")
    check(tab.text() != before, "the clock stands where it stood")
    tab.press("Buy")
    check("nobody" in tab.text(), "nothing was bought")
    tab.look("store", folder)
    tab.go("/allonym/console/demo/webhooks")
    check("INITIAL_PURCHASE" in tab.text(), "there is no webhook")
    tab.look("webhooks", folder)
    tab.press("Send again")
    tab.go("/allonym/console/demo/nothing")
    check("Not found" in tab.text(), "a page that is not there")
    tab.go("/")
    tab.press("Sign out")
    check("Sign in" in tab.text(), "still signed in")
    browser.close()


main()
