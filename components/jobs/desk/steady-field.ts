/** A text field that must stay at its place on the screen, and the last scroll position of its container. */
interface Place {
  field: HTMLElement;
  scroller: Element;
  top: number;
  scrolled: number;
}

/**
 * Keeps the text field that someone types in at its place on the screen while the content above it appears, grows, or
 * disappears.
 * @param part ref of the element that contains the field
 * @returns a function that stops it
 */
export function steadyField(part: HTMLElement | null): (() => void) | undefined {
  if (!part) return undefined;
  const listening = new AbortController();
  let place: Place | null = null;
  // Corrects the scroll position before the next paint. If there is no room to scroll, the next
  // change corrects the rest.
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
    // Turns off the browser's own correction, which would move the field a second time.
    part.style.overflowAnchor = place ? "none" : "";
    // Observe every element around the field: a column can grow beside a longer one without
    // changing the whole page's size.
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

/** Returns the scroll container of an element, even one without room to scroll yet. */
function scrollerOf(element: HTMLElement): Element {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent;
  }
  return document.documentElement;
}
