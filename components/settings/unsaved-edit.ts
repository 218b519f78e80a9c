/** An edit that isn't saved yet, and the value that it was made to. */
export interface UnsavedEdit<Value> {
  from: Value;
  to: Value;
}

/**
 * Reads an edit that the tab keeps; null if there is none, or if an earlier version kept other fields.
 * @param like a value with all fields
 */
export function readEdit<Value>(text: string | null, like: Value): UnsavedEdit<Value> | null {
  if (text === null) return null;
  try {
    const kept: UnsavedEdit<Value> | null = JSON.parse(text);
    const isRead = [kept?.from, kept?.to].every((value) => fieldsOf(value) === fieldsOf(like));
    return isRead ? kept : null;
  } catch {
    return null;
  }
}

/** Whether two values are the same. Their fields have one order. */
export function isSame<Value>(one: Value, other: Value): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function fieldsOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.entries(value)
    .map(([name, field]) => `${name}: ${Array.isArray(field) ? "list" : typeof field}`)
    .join();
}
