/** Milliseconds without a key after which typing counts as over, for example where the item can't be loaded. */
const TYPING_PAUSE_MS = 5_000;

/** A note that someone started before its field was shown, and its text so far. `at` is when the last key was pressed, in epoch milliseconds. */
let earlyNote: { feedbackId: string; text: string; at: number } | null = null;

/** Starts a note on an item that is still opening or loading. Typed keys become its text until the field takes it. */
export function startEarlyNote(feedbackId: string): void {
  earlyNote = { feedbackId, text: "", at: Date.now() };
}

/** Adds a key to the early note, if it is on the open item. Keys that don't type text, such as Escape, discard it. */
export function typeEarlyNote(openId: string | null, key: string): boolean {
  const note = earlyNote;
  earlyNote = null;
  if (note?.feedbackId !== openId || Date.now() - note.at >= TYPING_PAUSE_MS) return false;
  const text = textAfter(note.text, key);
  if (text !== null) earlyNote = { ...note, text, at: Date.now() };
  return text !== null || key === "Escape";
}

/** Returns the text that was typed for an item's note field, once; null without an early note. */
export function takeEarlyNote(feedbackId: string): string | null {
  if (earlyNote?.feedbackId !== feedbackId) return null;
  const { text } = earlyNote;
  earlyNote = null;
  return text;
}

/** Returns the text after a key; null if it doesn't type. */
function textAfter(text: string, key: string): string | null {
  if (key.length === 1) return text + key;
  if (key === "Shift") return text;
  return key === "Backspace" ? text.slice(0, -1) : null;
}
