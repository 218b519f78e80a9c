/** Milliseconds without a key after which nobody types anymore. */
const PAUSE = 5_000;

/** The part of the panel that is still loading. */
const LOADING =
  "[data-testid=detail-panel][aria-busy=true], [data-testid=detail-panel] [aria-busy=true]";

/** What someone typed into the note field of an item that is still loading. */
let request: { feedbackId: string; text: string; at: number } | null = null;

/** Moves the focus to the note field of the open item. Until it is loaded, what is typed waits for it. */
export function writeNote(feedbackId: string | null): void {
  const field = document.querySelector<HTMLElement>("[data-testid=note-field]");
  if (field) field.focus();
  else if (feedbackId !== null && document.querySelector(LOADING)) {
    request = { feedbackId, text: "", at: Date.now() };
  }
}

/** Keeps a key for the note field that is being waited for. Returns whether it is one. */
export function typeIntoNote(feedbackId: string | null, key: string): boolean {
  if (!request) return false;
  const isWaiting =
    request.feedbackId === feedbackId &&
    Date.now() - request.at < PAUSE &&
    document.querySelector(LOADING) !== null;
  if (!isWaiting || key === "Escape") {
    request = null;
    return isWaiting;
  }
  if (key.length === 1) request.text += key;
  else if (key === "Backspace") request.text = request.text.slice(0, -1);
  else return false;
  request.at = Date.now();
  return true;
}

/** Returns what was typed for an item's note field, once; null if nobody waits for it. */
export function takeTypedNote(feedbackId: string): string | null {
  const typed = request?.feedbackId === feedbackId ? request.text : null;
  if (typed !== null) request = null;
  return typed;
}
