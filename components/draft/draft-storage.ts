/** Returns this tab's storage; null if the browser blocks it. */
export function tabStorage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
