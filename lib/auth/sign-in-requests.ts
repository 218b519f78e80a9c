import "server-only";
import type { Clock } from "../clock.ts";
import { EMAIL_LENGTH } from "../contract/api/limits.ts";
import type { Person } from "../contract/api/people.ts";
import { isAppError } from "../errors.ts";
import { type AccountAttempts, attemptOf } from "./account-attempts.ts";
import { type Accounts, PROVIDER } from "./accounts.ts";
import type { Audit } from "./audit.ts";
import { addressOf } from "./client-address.ts";
import type { KnownBrowser } from "./known-browser.ts";
import { parseLibraryRequest } from "./library-requests.ts";
import { libraryResponse } from "./library-response.ts";
import type { Passkeys } from "./passkeys.ts";
import type { ProviderAccounts } from "./provider-accounts.ts";
import { isRole } from "./role.ts";
import type { SecondFactor } from "./second-factor.ts";
import { keepActive } from "./sessions.ts";

/** Dependencies of the requests for sign-in and sign-out. */
interface SignInParts {
  accounts: ProviderAccounts;
  attempts: AccountAttempts;
  audit: Audit;
  browsers: KnownBrowser;
  clock: Clock;
  passkeys: Passkeys;
  secondFactor: SecondFactor;
  log(level: string, message: string): void;
}

/** Requests that Errata answers itself, by the end of their path. */
const ANSWERED: [end: string, (parts: SignInParts, request: Request) => Promise<Response>][] = [
  ["/verify-totp", ({ secondFactor }, request) => secondFactor.enterCode(request, "totp")],
  [
    "/verify-backup-code",
    ({ secondFactor }, request) => secondFactor.enterCode(request, "recovery"),
  ],
  ["/passkey/options", ({ passkeys }, request) => passkeys.startSignIn(request)],
  ["/passkey/sign-in", ({ passkeys }, request) => passkeys.signIn(request)],
];

/** Handles a request of sign-in or sign-out. See `Auth.handle`. */
export async function handleSignIn(
  parts: SignInParts,
  request: Request,
  body?: unknown,
): Promise<Response> {
  const { accounts, attempts, clock } = parts;
  const parsed = parseLibraryRequest(request, body);
  const path = new URL(parsed.url).pathname;
  // Attempts with a password are counted per account.
  if (!path.endsWith("/sign-in/email")) await attempts.start(addressOf(request.headers));
  const own = ANSWERED.find(([end]) => path.endsWith(end));
  if (own) return own[1](parts, parsed);
  const needsProvider = path.endsWith("/social") || path.endsWith(PROVIDER);
  const library = await (needsProvider ? accounts.provider() : accounts.any());
  const respond = async () => libraryResponse(await library.handler(parsed));
  const email = path.endsWith("/sign-in/email") ? await emailOf(parsed) : null;
  const response = await (email === null
    ? respond()
    : signInWithPassword(parts, email, request, respond));
  // better-auth doesn't report when the session row couldn't be deleted.
  if (path.endsWith("/sign-out") && (await personOf(library, clock, request.headers))) {
    throw new Error("Couldn't sign you out. Try again.");
  }
  return response;
}

/** Makes an attempt to sign in, and records a failed one with the account and the address. */
async function signInWithPassword(
  { attempts, audit, browsers, log }: SignInParts,
  email: string,
  { headers }: Request,
  respond: () => Promise<Response>,
): Promise<Response> {
  const address = addressOf(headers);
  try {
    const response = await attempts.make(attemptOf(browsers, headers, email), respond);
    response.headers.append("set-cookie", browsers.write(email));
    return response;
  } catch (error) {
    if (isAppError(error) && error.code === "unauthenticated") {
      const account = email.slice(0, EMAIL_LENGTH);
      log("warn", `sign-in failed for ${account} from ${address}`);
      await audit.record({ id: "", name: account }, "failed to sign in from", address);
    }
    throw error;
  }
}

/** Returns the person whose session is in the headers, which stays active; null if there is none. */
export async function personOf(
  accounts: Accounts,
  clock: Clock,
  headers: Headers,
): Promise<Person | null> {
  if (!headers.has("cookie")) return null;
  const found = await accounts.api.getSession({ headers });
  if (!found || found.user.banned) return null;
  if (!(await keepActive(accounts, clock, found.session))) return null;
  const { id, name, email, role } = found.user;
  return { id, name, email, role: isRole(role) ? role : "viewer" };
}

async function emailOf(request: Request): Promise<string> {
  const { email }: { email: string } = await request.clone().json();
  return email;
}
