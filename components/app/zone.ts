export const ZONE_COOKIE = "errata-zone";

/** The time zone that a cookie names, UTC until the browser has said which it is in. */
export function zoneOf(value: string | undefined): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: value ?? "UTC" }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}
