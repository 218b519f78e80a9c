export const ZONE_COOKIE = "errata-zone";

/** Returns the time zone from the cookie, or UTC on a browser's first visit. */
export function zoneOf(value: string | undefined): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: value ?? "UTC" }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}
