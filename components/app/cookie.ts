/**
 * Name of the cookie that lists, separated by commas, the kinds of items that the inbox hides by
 * default and the person chose to show.
 */
export const SHOWN_COOKIE = "errata-shown";

/** Stores a browser preference for one year, so that the server can render with it. */
export function savePreference(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox.
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=31536000; samesite=lax`;
}
