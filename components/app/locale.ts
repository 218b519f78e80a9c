/** Used when the browser sends no usable locale. The interface itself is in American English. */
const DEFAULT_LOCALE = "en-US";

/**
 * Returns the first locale of an `Accept-Language` header that `Intl` supports. Browsers send the
 * same order as `navigator.languages`, so the server and the browser format dates alike.
 */
export function preferredLocale(acceptLanguage: string | null): string {
  const tags = (acceptLanguage ?? "").split(",").map((part) => part.split(";")[0]?.trim() ?? "");
  return supportedLocale(tags);
}

/** Returns the first tag that `Intl` has date formats for, or `en-US`. */
export function supportedLocale(tags: readonly string[]): string {
  return tags.find(isSupported) ?? DEFAULT_LOCALE;
}

function isSupported(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    // Not a language tag, such as "*".
    return false;
  }
}
