import "server-only";

// Reads values of configuration files without assuming their shape.

/** Returns the value at a path of keys, such as `["output", "html"]`; undefined if it doesn't exist. */
export function valueAt(value: unknown, ...keys: readonly (string | number)[]): unknown {
  let found = value;
  for (const key of keys) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}

/** Most characters of a path, a name, or an address in a configuration. Longer ones are left out. */
export const MAX_TEXT = 1_000;

/** Returns a non-empty text, or null. */
export function textAt(value: unknown, ...keys: readonly (string | number)[]): string | null {
  const found = valueAt(value, ...keys);
  return isText(found) && found !== "" ? found : null;
}

/** Returns the entries of a list, or of one value that stands for a list. */
export function listAt(value: unknown, ...keys: readonly (string | number)[]): unknown[] {
  const found = valueAt(value, ...keys);
  if (found === undefined || found === null) return [];
  return Array.isArray(found) ? found : [found];
}

/** Returns the texts of a list. */
export function textsAt(value: unknown, ...keys: readonly (string | number)[]): string[] {
  return listAt(value, ...keys).filter(isText);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= MAX_TEXT;
}

/** Returns the keys and values of an object. */
export function entriesAt(
  value: unknown,
  ...keys: readonly (string | number)[]
): [string, unknown][] {
  const found = valueAt(value, ...keys);
  return typeof found === "object" && found !== null && !Array.isArray(found)
    ? Object.entries(found)
    : [];
}

/** Returns the path of a URL or a path without slashes at its end: `/docs`; empty for the root. */
export function pathOf(address: string | null): string {
  if (address === null) return "";
  const path = URL.parse(address)?.pathname ?? `/${address}`;
  return path.replace(/\/{2,}/g, "/").replace(/\/$/, "");
}

/** Returns the host of a URL; null for a path. */
export function hostOf(address: string | null): string | null {
  return address === null ? null : (URL.parse(address)?.host ?? null);
}
