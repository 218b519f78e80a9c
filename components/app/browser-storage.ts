/** What the browser keeps across tabs and visits; null where it offers nothing. */
export function browserStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
