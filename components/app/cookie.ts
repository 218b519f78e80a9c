/** Has the names of what the inbox hides by default and the person wants to see, with commas. */
export const SHOWN_COOKIE = "errata-shown";

/** Stores a browser preference for one year, so that the server can render with it. */
export function savePreference(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox.
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=31536000; samesite=lax`;
}
