/** A field in which someone types, where it is to be on the screen, and how far what scrolls it was scrolled last. */
interface Place {
  field: HTMLElement;
  scroller: Element;
  top: number;
  scrolled: number;
}

/**
 * Keeps the text field in which someone types where it is on the screen, while what is above it appears, grows, or goes.
 * @param part the ref of what has the field @returns what ends it
 */
export function steadyField(part: HTMLElement | null): (() => void) | undefined {
  if (!part) return undefined;
  const listening = new AbortController();
  let place: Place | null = null;
  // Before the next paint. Where there is no room to scroll, the next change makes up for it.
  const observer = new ResizeObserver(() => {
    if (!place?.field.isConnected) return;
    const { field, scroller, top } = place;
    const moved = field.getBoundingClientRect().top - top;
    if (moved !== 0) scroller.scrollBy({ top: moved, behavior: "instant" });
    place.scrolled = scroller.scrollTop;
  });
  const watch = () => {
    observer.disconnect();
    const { activeElement } = document;
    const isField = activeElement instanceof HTMLElement && activeElement.matches("textarea");
    place = isField && part.contains(activeElement) ? placeOf(activeElement) : null;
    // The browser would keep what is above the field where it is, once more.
    part.style.overflowAnchor = place ? "none" : "";
    // A column can grow beside a longer one, which leaves the whole as large as it was.
    for (let around = place?.field.parentElement; around && part.contains(around); ) {
      observer.observe(around);
      around = around.parentElement;
    }
  };
  const follow = () => {
    if (!place) return;
    const { scrollTop } = place.scroller;
    place.top -= scrollTop - place.scrolled;
    place.scrolled = scrollTop;
  };
  const options = { capture: true, passive: true, signal: listening.signal };
  for (const type of ["focusin", "focusout", "resize"]) addEventListener(type, watch, options);
  addEventListener("scroll", follow, options);
  return () => {
    listening.abort();
    observer.disconnect();
  };
}

function placeOf(field: HTMLElement): Place {
  const scroller = scrollerOf(field);
  const { top } = field.getBoundingClientRect();
  return { field, scroller, top, scrolled: scroller.scrollTop };
}

/** Also one that has no room to scroll yet. */
function scrollerOf(element: HTMLElement): Element {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent;
  }
  return document.documentElement;
}
