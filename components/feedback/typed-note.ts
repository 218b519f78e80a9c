import { begunNote } from "../inbox/begun-note.ts";
import { isIgnored } from "../inbox/ignored-keys.ts";
import { areSingleKeyShortcutsOn } from "../inbox/shortcut-setting.ts";

/** Milliseconds without a key after which nobody types anymore. */
const TYPING_PAUSE_MS = 5_000;

/** Stands for the item that `n` is about to open. */
const OPENING = "";

/** What someone typed into the note field of an item that is still loading, and when. Epoch milliseconds. */
let typed: { feedbackId: string; text: string; at: number } | null = null;

/** Lets a note be typed, after `n`, before its item is open and loaded: else the keys would be shortcuts. */
export function enableTypedNotes(): void {
  // Before the inbox's shortcuts.
  addEventListener("keydown", onKeyDown, true);
}

/** Returns what was typed for an item's note field, once; null if nobody waits for it. */
export function takeTypedNote(feedbackId: string): string | null {
  const isFor = typed?.feedbackId === feedbackId || typed?.feedbackId === OPENING;
  const isBegun = Date.now() < begunNote.until;
  const text = typed && isFor ? typed.text : isBegun ? begunNote.text : null;
  if (text !== null) typed = null;
  begunNote.until = 0;
  return text;
}

function onKeyDown(event: KeyboardEvent): void {
  const { key } = event;
  const feedbackId = loadingItem();
  if (typed?.feedbackId === OPENING && feedbackId !== null) typed = { ...typed, feedbackId };
  if (typed?.feedbackId !== feedbackId || Date.now() - typed.at >= TYPING_PAUSE_MS) typed = null;
  if (feedbackId === null || isIgnored(event) || !areSingleKeyShortcutsOn()) return;
  const isFirst = typed === null;
  const isEnd = typed !== null && key === "Escape";
  const text = textAfter(typed?.text, key);
  typed = text === null ? null : { feedbackId, text, at: Date.now() };
  // Other keys do what they always do.
  if (typed === null && !isEnd) return;
  // The inbox opens the item of the row.
  if (isFirst && feedbackId === OPENING) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Returns the text after a key; null if it doesn't type. @param text undefined before `n` begins a note */
function textAfter(text: string | undefined, key: string): string | null {
  if (text === undefined) return key === "n" ? "" : null;
  if (key.length === 1) return text + key;
  if (key === "Shift") return text;
  return key === "Backspace" ? text.slice(0, -1) : null;
}

/** Returns the ID of the open item if its note field isn't there yet, or `OPENING` if none is open. */
function loadingItem(): string | null {
  const panel = document.querySelector<HTMLElement>("[data-testid=detail-panel]");
  if (!panel) return document.querySelector("[data-feedback-id]") && OPENING;
  const isLoading = panel?.matches("[aria-busy=true]") || panel?.querySelector("[aria-busy=true]");
  return isLoading ? (panel?.dataset.item ?? null) : null;
}
