/**
 * Keeps the text field in which someone types where it is on the screen, while what is above it appears or grows.
 * @param part the ref of what has the field @returns what ends it
 */
export function steadyField(part: HTMLElement | null): (() => void) | undefined {
  if (!part) return undefined;
  const listening = new AbortController();
  let field: HTMLElement | null = null;
  let top = 0;
  const remember = () => {
    const { activeElement } = document;
    const isField = activeElement instanceof HTMLElement && activeElement.matches("textarea");
    const before = field;
    field = isField && part.contains(activeElement) ? activeElement : null;
    top = field?.getBoundingClientRect().top ?? 0;
    if (field !== before) watch();
  };
  /** Everything around the field: a column can grow beside a longer one, which leaves the whole as large as it was. */
  const watch = () => {
    observer.disconnect();
    for (let around = field?.parentElement; around && part.contains(around); ) {
      observer.observe(around);
      around = around.parentElement;
    }
  };
  const options = { capture: true, passive: true, signal: listening.signal };
  for (const type of ["focusin", "focusout", "scroll", "resize"]) {
    addEventListener(type, remember, options);
  }
  // Before the next paint.
  const observer = new ResizeObserver(() => {
    const moved = field?.isConnected ? field.getBoundingClientRect().top - top : 0;
    if (field && moved !== 0) scrollerOf(field).scrollBy({ top: moved, behavior: "instant" });
    remember();
  });
  return () => {
    listening.abort();
    observer.disconnect();
  };
}

function scrollerOf(element: HTMLElement): Element {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    const isScrolled = /auto|scroll/.test(getComputedStyle(parent).overflowY);
    if (isScrolled && parent.scrollHeight > parent.clientHeight) return parent;
  }
  return document.documentElement;
}
