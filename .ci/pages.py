"""Loads pages in headless Chromium and compares what they show with the JSON of the same run.

Usage: pages.py CHROMIUM FOLDER NAME…, where FOLDER holds NAME.html and NAME.json; ALLONYM_PICTURES=1 adds pictures.
Speaks to Chromium through a pipe; needs nothing but Python's standard library. Ends with 1 at the first fault, and says
what it is.
"""

import atexit
import base64
import fcntl
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

WIDTHS = {390: 844, 1400: 900}
SCHEMES = ["light", "dark"]

# What is read from a page: everything that its pictures say of themselves, and how they lie.
READ = r"""
(() => {
  const all = (root, what) => [...root.querySelectorAll(what)];
  const data = (node) => ({...node.dataset});
  const scenarios = all(document, 'section.scenario').map((section) => ({
    title: document.getElementById(section.getAttribute('aria-labelledby')).textContent,
    figures: all(section, 'figure.provider').map((figure) => {
      const svg = figure.querySelector('svg.lanes');
      const steps = all(svg, 'text.n').map((text) => Number(text.getAttribute('x')));
      const column = steps.length > 1 ? steps[1] - steps[0] : svg.width.baseVal.value;
      return {
        provider: figure.dataset.provider,
        caption: figure.querySelector('figcaption h2, figcaption h3, figcaption h4').textContent,
        name: svg.getAttribute('aria-labelledby').split(' ')
          .map((id) => document.getElementById(id).textContent),
        table: document.querySelector(figure.querySelector('figcaption a').hash) !== null,
        column, steps,
        bands: all(svg, 'path.band').map((band) => {
          const box = band.getBBox();
          return {...data(band), left: box.x, right: box.x + box.width};
        }),
        moves: all(svg, '.move').map(data),
        refusals: all(svg, '[data-refusal]').map(data),
        joined: all(svg, '.joined').map(data),
        fails: all(svg, '[data-fails]').map((mark) => Number(mark.dataset.fails)),
        parted: all(svg, '[data-parted]').map((mark) => Number(mark.dataset.parted)),
      };
    }),
  }));
  return {
    scenarios,
    scripts: document.scripts.length,
    handlers: all(document, '*').filter((node) =>
      [...node.attributes].some((a) => a.name.startsWith('on') || /^\s*javascript:/i.test(a.value))).length,
    repeatedIDs: (() => {
      const ids = all(document, '[id]').map((node) => node.id);
      return ids.length - new Set(ids).size;
    })(),
    unnamedRegions: all(document, '[role=region]').filter((node) =>
      !node.getAttribute('aria-label') || node.tabIndex !== 0).length,
    tablesWithoutCaption: all(document, 'table').filter((table) => !table.caption).length,
    headsWithoutScope: all(document, 'th:not([scope])').length,
    tables: document.querySelectorAll('table').length,
    loaded: performance.timing.loadEventEnd - performance.timing.navigationStart,
  };
})()
"""

# How a page lies, with its colours; texts and lines of pictures are looked at where `isDrawn`, since colours move none.
LAYOUT = r"""
((isDrawn) => {
  const luminance = (colour) => {
    const [r, g, b] = colour.match(/[\d.]+/g).map(Number).map((c) => c / 255)
      .map((c) => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const probe = document.createElement('i');
  document.body.append(probe);
  const colour = (name) => {
    probe.style.color = `var(--${name})`;
    return luminance(getComputedStyle(probe).color);
  };
  const contrast = (a, b) => {
    const [x, y] = [colour(a), colour(b)];
    return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
  };
  const bands = [0, 1, 2, 3, 4, 5];
  const texts = [['ink', 'paper'], ['soft', 'paper'], ['link', 'paper'], ['no', 'paper'], ['ink', 'part'],
    ['soft', 'part'], ['no', 'part'], ['link', 'part'], ['ink', 'flag'], ['no', 'flag'], ['ink', 'stay'],
    ['soft', 'stay'], ...bands.map((n) => [`i${n}`, `f${n}`])];
  const lines = [['ink', 'paper'], ['part-line', 'part'], ['stay-line', 'paper'], ['stay-line', 'part'],
    ...bands.flatMap((n) => [[`l${n}`, 'paper'], [`l${n}`, 'part']])];
  const pale = [...texts.map((pair) => [...pair, 4.5]), ...lines.map((pair) => [...pair, 3])]
    .filter(([a, b, least]) => contrast(a, b) < least)
    .map(([a, b, least]) => `${a} on ${b}: ${contrast(a, b).toFixed(2)}, not ${least}`);
  probe.remove();
  const collisions = [];
  const drawn = (what) => isDrawn ? document.querySelectorAll(what) : [];
  for (const svg of drawn('svg.lanes, svg.flow')) {
    if (!svg.getClientRects().length) continue;
    const width = svg.viewBox.baseVal?.width || svg.width.baseVal.value;
    const boxes = [...svg.querySelectorAll('text')].map((text) => [text.getBBox(), text.textContent])
      .sort((a, b) => a[0].x - b[0].x);
    boxes.forEach(([box, text], place) => {
      if (box.x + box.width > width + 1) collisions.push(`${text} leaves its picture`);
      for (const [other, word] of boxes.slice(place + 1, place + 80)) {
        if (other.x >= box.x + box.width) break;
        if (Math.min(box.y + box.height, other.y + other.height) - Math.max(box.y, other.y) > 4) {
          collisions.push(`${text} runs into ${word}`);
        }
      }
    });
  }
  // No arrow and no line crosses a text: points on its way against all texts of its picture.
  const crossed = [];
  for (const svg of drawn('svg.lanes')) {
    const texts = [...svg.querySelectorAll('text')].map((text) => [text.getBBox(), text.textContent]);
    for (const way of svg.querySelectorAll('.shaft, .link')) {
      const length = way.getTotalLength();
      for (let at = 0; at <= length; at += 2) {
        const {x, y} = way.getPointAtLength(at);
        // A letter is lower than its box by the room above it.
        const hit = texts.find(([box]) => x > box.x && x < box.x + box.width && y > box.y + 2 && y < box.y + box.height - 2);
        if (hit) { crossed.push(hit[1]); break; }
      }
    }
  }
  // A picture that is wider than the window begins with the first step at which the providers part.
  const unseen = [...document.querySelectorAll('.pictures')].filter((box) => {
    const first = box.querySelector('.parted .first');
    if (!first || !first.getClientRects().length) return false;
    const [seen, at] = [box.getBoundingClientRect(), box.querySelector('.at').getBoundingClientRect()];
    return at.left < seen.left - 1 || at.right > seen.right + 1;
  }).length;
  // The table at a glance needs no scrolling, and sentences stay where they are when a picture is scrolled.
  const cut = [...document.querySelectorAll('.glance .scroll')]
    .filter((box) => box.scrollWidth > box.clientWidth).length;
  const carried = [...document.querySelectorAll('.pictures')].filter((box) => {
    const told = [...box.querySelectorAll('.told')].filter((list) => list.getClientRects().length);
    const [place, snap] = [box.scrollLeft, box.style.scrollSnapType];
    const sides = (at) => {
      box.scrollLeft = at;
      return told.map((list) => list.getBoundingClientRect());
    };
    box.style.scrollSnapType = 'none';
    const [first, last] = [sides(0), sides(box.scrollWidth)];
    box.scrollLeft = place;
    box.style.scrollSnapType = snap;
    return first.some((list, number) => Math.abs(list.left - last[number].left) > 1
      || list.right > window.innerWidth + 1);
  }).length;
  return {
    crossed, unseen, cut, carried,
    overflow: document.documentElement.scrollWidth - window.innerWidth,
    width: window.innerWidth,
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
    paper: luminance(getComputedStyle(document.body).backgroundColor),
    ink: luminance(getComputedStyle(document.body).color),
    pale, collisions,
    height: document.documentElement.scrollHeight,
  };
})
"""

# On paper nothing is folded: what is hidden of any details.
FOLDED = r"""
(() => [...document.querySelectorAll('details')].filter((node) => [...node.children].some((child) =>
  child.tagName !== 'SUMMARY' && !(child.checkVisibility() && child.getBoundingClientRect().height > 0)))
  .map((node) => node.querySelector('summary').textContent))()
"""

# What the chart of a plan's report shows: in both forms, of which one is in sight.
FLOW = r"""
(() => [...document.querySelectorAll('svg.flow')].map((svg) => {
  const boxes = (what) => [...svg.querySelectorAll(what)].map((node) => node.getBBox());
  const meets = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
  const isWide = svg.classList.contains('wide');
  return {
    form: isWide ? 'wide' : 'narrow',
    isShown: svg.getClientRects().length > 0,
    scale: svg.getBoundingClientRect().width / svg.viewBox.baseVal.width,
    rows: [...svg.querySelectorAll('[data-outcome]')].map((bar) => ({
      ...bar.dataset, size: Number(bar.getAttribute(isWide ? 'height' : 'width'))})),
    crossed: svg.getClientRects().length ? [...svg.querySelectorAll('text')].filter((text) =>
      boxes('.bar, .band').some((box) => meets(text.getBBox(), box))).map((text) => text.textContent) : [],
  };
}))()
"""


class Chromium:
    """A browser at the other end of a pipe."""

    def __init__(self, program):
        self.profile = tempfile.mkdtemp(prefix="allonym-chromium-")
        atexit.register(self.end)
        to_read, self.writing = os.pipe()
        self.reading, to_write = os.pipe()
        # Out of the way of 3 and 4, where Chromium looks.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 20) for end in (to_read, to_write)]

        def place():
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        arguments = ["--headless=new", "--remote-debugging-pipe", "--disable-gpu", "--no-first-run",
                     "--disable-background-networking", "--disable-component-update",
                     f"--user-data-dir={self.profile}"]
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")
        self.log = open(os.path.join(self.profile, "log"), "w")
        self.process = subprocess.Popen(
            [program, *arguments], pass_fds=(3, 4), preexec_fn=place, stdin=subprocess.DEVNULL,
            stdout=self.log, stderr=self.log)
        for end in (to_read, to_write, *ends):
            os.close(end)
        self.serial, self.buffer, self.events = 0, b"", []

    def receive(self):
        while b"\0" not in self.buffer:
            piece = os.read(self.reading, 1 << 20)
            if not piece:
                fault(f"Chromium ended: {open(self.log.name).read()[-2000:]}")
            self.buffer += piece
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session=None, **parameters):
        self.serial += 1
        message = {"id": self.serial, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.writing, data):]
        while True:
            answer = self.receive()
            if answer.get("id") == self.serial:
                if "error" in answer:
                    fault(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def wait(self, method):
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.receive())

    def close(self):
        self.call("Browser.close")
        self.process.wait(30)

    def end(self):
        """Leaves nothing behind, whatever has gone wrong."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(30)
        shutil.rmtree(self.profile, ignore_errors=True)


class Tab:
    """A page as it is shown at one width in one scheme."""

    def __init__(self, browser):
        self.browser = browser
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.call(f"{domain}.enable")

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def evaluate(self, code):
        result = self.call("Runtime.evaluate", expression=code, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            fault(f"reading the page: {result['exceptionDetails']}")
        return result["result"].get("value")

    def size(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=width < 600)

    def load(self, path, width, scheme):
        """Loads a page; gives what the console and the network had to say."""
        self.size(width, WIDTHS[width])
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.browser.events.clear()
        self.call("Page.navigate", url=pathlib.Path(path).resolve().as_uri())
        self.browser.wait("Page.loadEventFired")
        self.frames()
        said = []
        for event in self.browser.events:
            method, parameters = event.get("method"), event.get("params", {})
            if method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
                said.append(f"console: {parameters['args']}")
            elif method == "Runtime.exceptionThrown":
                said.append(f"exception: {parameters['exceptionDetails']['text']}")
            elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
                said.append(f"log: {parameters['entry']['text']}")
            elif method == "Network.requestWillBeSent":
                address = parameters["request"]["url"]
                if address != pathlib.Path(path).resolve().as_uri():
                    said.append(f"a request of {address[:100]}")
        return said

    def printed(self, code):
        """Reads the page as it is printed."""
        self.call("Emulation.setEmulatedMedia", media="print")
        self.frames()
        value = self.evaluate(code)
        self.call("Emulation.setEmulatedMedia", media="")
        self.frames()
        return value

    def frames(self):
        self.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def picture(self, path, width, height):
        self.size(width, min(height, 6000))
        self.frames()
        self.frames()
        data = self.call("Page.captureScreenshot", format="png")["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))


def fault(text):
    sys.exit(f"pages: {text}")


def check(holds, text):
    if not holds:
        fault(text)


def shown(text):
    """A text as a page shows it: what has no shape of its own as an escape."""
    def shapeless(point):
        return (point < 0x20 or 0x7F <= point <= 0x9F or point in (0xAD, 0x61C, 0x180E, 0x200B, 0xFEFF)
                or 0x200E <= point <= 0x200F or 0x2028 <= point <= 0x202E or 0x2060 <= point <= 0x206F
                or 0xFDD0 <= point <= 0xFDEF or 0xFFF9 <= point <= 0xFFFB or 0xE0000 <= point <= 0xE007F
                or point & 0xFFFE == 0xFFFE)
    return "".join(f"\\u{{{ord(c):x}}}" if shapeless(ord(c)) else c for c in text)


def expected(scenario, provider):
    """What a provider's picture has to show, by the JSON; steps from 1."""
    seen, runs, bands = {}, {}, []
    moves, refusals, joined, fails = [], [], [], []
    for number, step in enumerate(scenario["steps"], 1):
        answer = step["answers"][provider]
        for view in answer["devices"]:
            seen[view["device"]] = view["access"]
        check(seen.get(step["device"], []) == answer["access"], f"{provider}, step {number}: devices and access")
        now = {(device, entitlement) for device, access in seen.items() for entitlement in access}
        for key in [key for key in runs if key not in now]:
            bands.append((*key, runs.pop(key), number - 1))
        for key in now:
            runs.setdefault(key, number)
        for move in answer["moved"]:
            moves.append((shown(move["product"]), shown(move["from"]) if move["from"] is not None else None,
                          shown(move["to"]), number))
        for joining in answer["joined"]:
            joined.append((shown(joining["id"]), shown(joining["customer"]), number))
        if answer["refusal"]:
            refusals.append((answer["refusal"], number))
        if answer["holds"] is False:
            fails.append(number)
    bands += [(*key, start, len(scenario["steps"])) for key, start in runs.items()]
    return {"bands": sorted((shown(d), shown(e), a, b) for d, e, a, b in bands), "moves": moves,
            "refusals": refusals, "joined": joined, "fails": fails}


def side_by_side(first, second):
    """One provider under two settings: two scenarios, of which a page makes one with two pictures."""
    steps = [{**left, "answers": {"0": answer, "1": other}}
             for left, right in zip(first["steps"], second["steps"])
             for answer in left["answers"].values() for other in right["answers"].values()]
    return {**first, "steps": steps}


def partings(scenario, is_found):
    """The steps at which the answers differ, or another device sees different things for the first time; of a history
    that a search has found also the last one, a look at another device left out."""
    last = max(number for number, step in enumerate(scenario["steps"], 1) if step["action"] != "check" or number == 1)
    seen, apart, steps = {}, set(), []
    for number, step in enumerate(scenario["steps"], 1):
        answers = step["answers"]
        for provider, answer in answers.items():
            for view in answer["devices"]:
                seen.setdefault(view["device"], {})[provider] = view["access"]
        before = apart
        apart = {device for device, access in seen.items()
                 if len({tuple(access.get(provider, [])) for provider in answers}) > 1}
        differs = len({(tuple(a["access"]), a["refusal"]) for a in answers.values()}) > 1
        if differs or apart - before or is_found and number == last:
            steps.append(number)
    return steps


def compare(name, page, run):
    scenarios, is_found = run["scenarios"], name.startswith("found")
    is_one = is_found and len({key for scenario in scenarios for key in scenario["steps"][0]["answers"]}) == 1
    if is_one:
        scenarios = [side_by_side(*pair) for pair in zip(scenarios[::2], scenarios[1::2])]
    check(len(page["scenarios"]) == len(scenarios), f"{name}: a scenario is missing")
    bands = 0
    for section, scenario in zip(page["scenarios"], scenarios):
        where = f"{name}: {section['title'][:60]}"
        sides = [str(place) if is_one else figure["provider"] for place, figure in enumerate(section["figures"])]
        check(set(sides) == set(scenario["steps"][0]["answers"]), f"{where}: not the same providers")
        parted = partings(scenario, is_found)
        for figure, side in zip(section["figures"], sides):
            provider = figure["provider"]
            place = f"{where}, {provider}"
            truth = expected(scenario, side)
            shows = sorted((b["device"], b["entitlement"], int(b["from"]), int(b["to"])) for b in figure["bands"])
            check(shows == truth["bands"], f"{place}: bands {shows}, not {truth['bands']}")
            moves = [(m["product"], m.get("from"), m["to"], int(m["step"])) for m in figure["moves"]]
            check(moves == truth["moves"], f"{place}: moves {moves}, not {truth['moves']}")
            refusals = [(r["refusal"], int(r["step"])) for r in figure["refusals"]]
            check(refusals == truth["refusals"], f"{place}: refusals {refusals}, not {truth['refusals']}")
            joined = [(j["id"], j["customer"], int(j["step"])) for j in figure["joined"]]
            check(joined == truth["joined"], f"{place}: joined {joined}, not {truth['joined']}")
            check(figure["fails"] == truth["fails"], f"{place}: what does not hold is not marked")
            check(figure["parted"] == parted, f"{place}: parted at {figure['parted']}, not {parted}")
            check(figure["steps"] == section["figures"][0]["steps"], f"{place}: the steps are not aligned")
            check(len(figure["steps"]) == len(scenario["steps"]), f"{place}: a step is missing")
            check(all(figure["name"]) and figure["table"], f"{place}: no description or no table")
            for band in figure["bands"]:
                left, right = (int(band["from"]) - 1) * figure["column"], int(band["to"]) * figure["column"]
                check(left <= band["left"] < left + 10 and right - 10 < band["right"] <= right + 6,
                      f"{place}: a band does not lie where it says: {band}")
                check(band["provider"] == provider, f"{place}: a band of another provider")
                bands += 1
    return bands


def flow(where, tab, width):
    """The chart of a plan's report in the form that is in sight: no text is crossed or too small."""
    shown = [chart for chart in tab.evaluate(FLOW) if chart["isShown"]]
    check([chart["form"] for chart in shown] == ["narrow" if width < 720 else "wide"], f"{where}: {shown}")
    for chart in shown:
        check(not chart["crossed"], f"{where}: crossed: {chart['crossed']}")
        check(13 * chart["scale"] >= 11, f"{where}: text of {13 * chart['scale']:.1f} pixels")


def compare_plan(name, tab, run):
    """Both forms of the chart against report.json: every customer once, by outcome and by reason."""
    customers, reasons = run["counts"]["customers"], run["stakes"]["reasons"]
    for chart in tab.evaluate(FLOW):
        where = f"{name}, {chart['form']}"
        for outcome in ["kept", "byApp", "byDecision", "lost"]:
            counts = [int(row["count"]) for row in chart["rows"] if row["outcome"] == outcome]
            check(sum(counts) == customers[outcome], f"{where}: {outcome}: {counts}, not {customers[outcome]}")
        for row in chart["rows"]:
            if row["code"]:
                truth = reasons[row["code"]]["customers"][row["outcome"]]
                check(int(row["count"]) == truth, f"{where}: {row}, not {truth}")
        sizes = [row["size"] for row in sorted(chart["rows"], key=lambda row: int(row["count"]))]
        check(sizes == sorted(sizes), f"{where}: a bar of fewer is longer")
    return len(run["findings"])


def structure(name, page):
    for what in ["scripts", "handlers", "repeatedIDs", "unnamedRegions", "tablesWithoutCaption", "headsWithoutScope"]:
        check(page[what] == 0, f"{name}: {what}: {page[what]}")


def images(tab):
    """The pictures that a screen reader is told of, by name. A part that is out of sight waits to be drawn, and its
    pictures with it: all are drawn here."""
    tab.evaluate("document.head.append(Object.assign(document.createElement('style'), {textContent: "
                 "'.scenario { content-visibility: visible !important }'}))")
    tab.frames()
    tab.call("Accessibility.enable")
    nodes = tab.call("Accessibility.getFullAXTree")["nodes"]
    tab.call("Accessibility.disable")
    return [node for node in nodes
            if node.get("role", {}).get("value") in ("image", "img") and node.get("name", {}).get("value")
            and node.get("description", node["name"]).get("value")]


def main():
    program, folder, names = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    is_keeping = os.environ.get("ALLONYM_PICTURES") == "1"
    browser = Chromium(program)
    print(browser.call("Browser.getVersion")["product"], flush=True)
    tab = Tab(browser)
    for name in names:
        path, run = folder / f"{name}.html", json.loads((folder / f"{name}.json").read_text())
        for width in WIDTHS:
            for scheme in SCHEMES:
                where = f"{name}, {width} pixels, {scheme}"
                said = tab.load(path, width, scheme)
                check(not said, f"{where}: {said}")
                layout = tab.evaluate(f"{LAYOUT.strip()}({json.dumps(scheme == SCHEMES[0])})")
                check(layout["width"] == width, f"{where}: the window is {layout['width']} wide")
                check(layout["overflow"] <= 0, f"{where}: {layout['overflow']} pixels too wide")
                check(layout["dark"] == (scheme == "dark"), f"{where}: not {scheme}")
                check(layout["paper"] < 0.02 < 0.6 < layout["ink"] if scheme == "dark"
                      else layout["ink"] < 0.05 < 0.9 < layout["paper"], f"{where}: not {scheme}")
                check(not layout["pale"], f"{where}: {layout['pale']}")
                check(not layout["crossed"], f"{where}: an arrow crosses {layout['crossed'][:8]}")
                check(not layout["unseen"], f"{where}: {layout['unseen']} partings are out of sight")
                check(not layout["cut"], f"{where}: the table at a glance has to be scrolled")
                check(not layout["carried"], f"{where}: {layout['carried']} pictures carry their sentences along")
                check(not layout["collisions"], f"{where}: {layout['collisions'][:8]}")
                if name.startswith("plan-"):
                    flow(where, tab, width)
                if is_keeping:
                    tab.picture(folder / f"{name}-{width}-{scheme}.png", width, layout["height"])
        page = tab.evaluate(READ)
        structure(name, page)
        if name.startswith("plan-"):
            findings = compare_plan(name, tab, run)
            check(len(images(tab)) == 1, f"{name}: the chart has no name for a screen reader")
            print(f"{name}: {path.stat().st_size // 1024} KiB, a chart and {findings} findings as in the JSON, "
                  f"{page['tables']} tables, loaded in {page['loaded']} ms")
            continue
        folded = tab.printed(FOLDED)
        check(not folded, f"{name}: folded on paper: {folded[:8]}")
        bands = compare(name, page, run)
        figures = sum(len(section["figures"]) for section in page["scenarios"])
        check(len(images(tab)) == figures, f"{name}: a picture has no name for a screen reader")
        print(f"{name}: {path.stat().st_size // 1024} KiB, {len(page['scenarios'])} scenarios, {figures} pictures, "
              f"{bands} bands as in the JSON, {page['tables']} tables, loaded in {page['loaded']} ms")
    browser.close()


if __name__ == "__main__":
    main()
