/** Milliseconds without a key after which nobody types anymore, as where the item can't be loaded. */
const TYPING_PAUSE_MS = 5_000;

/** A note that someone began before its field was there, and what was typed since. `at` is the last key's, in epoch milliseconds. */
let begun: { feedbackId: string; text: string; at: number } | null = null;

/** Begins a note on an item that is still opening or loading. Keys are its text until its field takes it. */
export function beginNote(feedbackId: string): void {
  begun = { feedbackId, text: "", at: Date.now() };
}

/** Adds a key to the note that was begun, if that is of the open item. Other keys than those of text end it, as Escape does. */
export function typeNote(openId: string | null, key: string): boolean {
  const note = begun;
  begun = null;
  if (note?.feedbackId !== openId || Date.now() - note.at >= TYPING_PAUSE_MS) return false;
  const text = textAfter(note.text, key);
  if (text !== null) begun = { ...note, text, at: Date.now() };
  return text !== null || key === "Escape";
}

/** Returns what was typed for an item's note field, once; null if nobody began a note. */
export function takeBegunNote(feedbackId: string): string | null {
  if (begun?.feedbackId !== feedbackId) return null;
  const { text } = begun;
  begun = null;
  return text;
}

/** Returns the text after a key; null if it doesn't type. */
function textAfter(text: string, key: string): string | null {
  if (key.length === 1) return text + key;
  if (key === "Shift") return text;
  return key === "Backspace" ? text.slice(0, -1) : null;
}
