"""Rounds recorded frame by frame: every picture a page paints, laid out on a sheet to be looked at, and what jumped.

Nothing is recorded unless it is asked for: `TAPETE_FRAMES=folder`. What jumps, and what is told before its moment has
ended, is counted always.
"""

import base64
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import CDPSession, Page

FOLDER = os.environ.get("TAPETE_FRAMES", "")
APART = 0.1  # seconds between two frames that are kept
COLUMNS = 4
STRETCH = 5  # seconds
# How far things jump that nobody has touched, and whatever tells a result while its wheel turns or its dice roll.
WATCH = """() => {
  window.jumps = [];
  window.early = [];
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) {
      if (shift.hadRecentInput) continue;
      const where = shift.sources.map(({ node }) => node?.id || node?.className?.baseVal || node?.className || "?");
      window.jumps.push([shift.value, shift.startTime / 1000, where.join(" ")]);
    }
  }).observe({ type: "layout-shift" });
  const chance = document.getElementById("chance");
  const telling = ["calls", "outcome", "latest", "spoken", "discs-wide", "actions", "boards"];
  const watch = new MutationObserver((changes) => {
    if (!chance?.classList.contains("moving")) return;
    for (const change of changes) window.early.push(change.target.id || change.target.nodeName);
  });
  for (const id of telling) {
    const part = document.getElementById(id);
    if (part) watch.observe(part, { childList: true });
  }
}"""


class Frame(NamedTuple):
    """A picture as base64, and the second in which it was painted."""

    second: float
    data: str


class Recording:
    """What a page paints while it is recorded."""

    def __init__(self, page: Page) -> None:
        self.page, self.frames = page, list[Frame]()
        page.evaluate(WATCH)
        self._line: CDPSession | None = page.context.new_cdp_session(page) if FOLDER else None
        if self._line is not None:
            self._line.on("Page.screencastFrame", self._painted)
            self._line.send(
                "Page.startScreencast", {"format": "jpeg", "quality": 60, "maxWidth": 640, "maxHeight": 400}
            )

    def _painted(self, event: dict[str, Any]) -> None:
        assert self._line is not None
        self._line.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})
        second = float(event["metadata"]["timestamp"])
        if not self.frames or second - self.frames[-1].second >= APART:
            self.frames.append(Frame(second, event["data"]))

    def jumped(self) -> float:
        """How far things jumped in the worst stretch of five seconds without a second's rest, as browsers count it."""
        worst = within = began = last = 0.0
        for value, second, _where in self.page.evaluate("window.jumps"):
            if second - last > 1 or second - began > STRETCH:
                within, began = 0.0, second
            within, last = within + value, second
            worst = max(worst, within)
        return worst

    def told_early(self) -> list[str]:
        """What changed while a moment went on."""
        found: list[str] = self.page.evaluate("window.early")
        return found

    def keep(self, name: str) -> None:
        """Writes the frames and their sheet, if they were asked for."""
        if self._line is None:
            return
        self._line.send("Page.stopScreencast")
        folder = Path(FOLDER) / name
        folder.mkdir(parents=True, exist_ok=True)
        for number, frame in enumerate(self.frames):
            (folder / f"{number:03}.jpg").write_bytes(base64.b64decode(frame.data))
        sheet = self.page.context.new_page()
        sheet.set_viewport_size({"width": 1600, "height": 900})
        sheet.set_content(_sheet(self.frames))
        sheet.screenshot(path=folder.with_suffix(".png"), full_page=True)
        sheet.close()


def _sheet(frames: Sequence[Frame]) -> str:
    """All frames on a page, each with its second."""
    style = f"body{{margin:4px;display:grid;grid-template-columns:repeat({COLUMNS},1fr);gap:4px;font:12px sans-serif}}"
    began = frames[0].second if frames else 0.0
    cells = (
        f'<figure style="margin:0"><img width="390" src="data:image/jpeg;base64,{frame.data}">'
        f"<figcaption>{frame.second - began:.2f} s</figcaption></figure>"
        for frame in frames
    )
    return f"<style>{style}</style>{''.join(cells)}"
