const OLD = "This sign-in was begun elsewhere, is too old, or was used before. Try again.";

/** Why the provider's sign-in came to nothing, by the code in the address it comes back to. */
const REFUSALS: Record<string, string> = {
  domain_not_allowed:
    "Your organization's account is not one of those that may come in. Ask an admin of your team to invite you.",
  email_not_verified:
    "The provider does not confirm your e-mail address, so it cannot be relied on. Confirm it there first.",
  account_not_linked:
    "There is an account with this e-mail address that signs in with a password. Sign in with it.",
  access_denied: "You did not agree at the provider, so nothing happened.",
  BANNED_USER: "This account is disabled. An admin of your team can enable it.",
  state_mismatch: OLD,
  state_not_found: OLD,
  invalid_code: OLD,
};

/** @returns null where nothing went wrong */
export function signInErrorMessage(code: unknown): string | null {
  if (typeof code !== "string" || code === "") return null;
  return Object.hasOwn(REFUSALS, code)
    ? (REFUSALS[code] ?? null)
    : "The provider's answer could not be accepted. Try again, or sign in with a password.";
}
