const EXPIRED = "This sign-in attempt has expired or was already used. Try again.";

/** Messages for the error codes that a failed provider sign-in adds to the URL. */
const MESSAGES: Record<string, string> = {
  domain_not_allowed: "Your email domain isn't allowed to sign up. Ask an admin to invite you.",
  email_not_verified:
    "Your email address isn't verified. Verify it with your organization, then try again.",
  account_not_linked:
    "An account with this email address already exists. Sign in with your password.",
  access_denied: "The sign-in was canceled. Try again, or sign in with a password.",
  BANNED_USER: "This account is disabled. Ask an admin to enable it.",
  state_mismatch: EXPIRED,
  state_not_found: EXPIRED,
  invalid_code: EXPIRED,
};

/** Returns the message for an error code; null if there is no error. */
export function signInErrorMessage(code: unknown): string | null {
  if (typeof code !== "string" || code === "") return null;
  return Object.hasOwn(MESSAGES, code)
    ? (MESSAGES[code] ?? null)
    : "Couldn't sign in with your organization. Try again, or sign in with a password.";
}
