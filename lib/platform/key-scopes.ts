import "server-only";
import { KEY_SCOPES, type KeyScope } from "../contract/api/key-scopes.ts";
import { InvalidRequest } from "../errors.ts";

/** Returns the scopes of a stored key; null are all. A scope that a newer version stored is ignored. */
export function storedScopes(text: string | null): KeyScope[] {
  const stored = text?.split(" ");
  return KEY_SCOPES.filter((scope) => stored?.includes(scope) ?? true);
}

/** Returns scopes as a key stores them. @throws {InvalidRequest} if there is none */
export function scopesText(scopes: readonly KeyScope[]): string | null {
  if (scopes.length === 0) throw new InvalidRequest("A key needs at least one scope.");
  const wanted = KEY_SCOPES.filter((scope) => scopes.includes(scope));
  return wanted.length === KEY_SCOPES.length ? null : wanted.join(" ");
}
