/** Storage that lasts across tabs and visits; null where the browser offers none. */
export function browserStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
