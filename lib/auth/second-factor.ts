import "server-only";
import { encode } from "uqr";
import type { NewSecondFactor } from "../contract/api/people.ts";
import { AppError, InvalidRequest, isAppError } from "../errors.ts";
import { type AccountAttempts, attemptOf } from "./account-attempts.ts";
import type { Accounts } from "./accounts.ts";
import type { Audit } from "./audit.ts";
import { addressOf } from "./client-address.ts";
import type { KnownBrowser } from "./known-browser.ts";
import { withJsonBody } from "./library-requests.ts";
import { libraryResponse, mapLibraryErrors } from "./library-response.ts";
import type { PeopleStore } from "./people.ts";
import type { UsedCodes } from "./used-codes.ts";

/** The signed-in person's second factor, and signing in with its codes. */
export interface SecondFactor {
  /** @throws {InvalidRequest} if it's wrong {AppError} after too many attempts */
  confirmPassword(headers: Headers, password: string): Promise<void>;
  start(headers: Headers, password: string): Promise<NewSecondFactor>;
  turnOff(headers: Headers, password: string): Promise<Response>;
  createRecoveryCodes(headers: Headers, password: string): Promise<string[]>;
  /** Signs in with a code, or turns on a second factor that was started. @throws {AppError} */
  enterCode(request: Request, kind: "totp" | "recovery"): Promise<Response>;
}

interface Parts {
  accounts: () => Promise<Accounts>;
  audit: Audit;
  attempts: AccountAttempts;
  browsers: KnownBrowser;
  people: PeopleStore;
  usedCodes: UsedCodes;
  log(level: string, message: string): void;
}

export function createSecondFactor(parts: Parts): SecondFactor {
  const { accounts, audit } = parts;
  return {
    confirmPassword: async (headers, password) => {
      await confirmPassword(parts, headers, password);
    },
    start: async (headers, password) => {
      const { api } = await confirmPassword(parts, headers, password);
      const started = await mapLibraryErrors(
        api.enableTwoFactor({ headers, body: { password, method: "totp" } }),
      );
      if (started.method !== "totp") throw new Error("better-auth started another second factor.");
      const { totpURI: uri, backupCodes: recoveryCodes } = started;
      const secret = new URL(uri).searchParams.get("secret") ?? "";
      return { secret, uri, qr: qrOf(uri), recoveryCodes };
    },
    turnOff: async (headers, password) => {
      const { api } = await confirmPassword(parts, headers, password);
      const body = { password };
      return libraryResponse(await api.disableTwoFactor({ headers, body, asResponse: true }));
    },
    createRecoveryCodes: async (headers, password) => {
      const { api, user } = await confirmPassword(parts, headers, password);
      if (!(await parts.people.secondFactor(user.id)).isOn) {
        throw new InvalidRequest("Two-factor authentication is off. Set it up first.");
      }
      await audit.record(user, "created new recovery codes for", user.email);
      const body = { password };
      const { backupCodes } = await mapLibraryErrors(api.generateBackupCodes({ headers, body }));
      return backupCodes;
    },
    enterCode: async (request, kind) => {
      const library = await accounts();
      const entering = await personEnteringCode(library, request.headers);
      const { code }: { code: string } = await request.clone().json();
      const plain = code.replace(kind === "totp" ? /\D/g : /\s/g, "");
      const release =
        kind === "totp" && entering
          ? await parts.usedCodes.use(entering.userId, plain)
          : async () => {};
      // A used code counts as a wrong one.
      const body = { code: release ? plain : "" };
      try {
        return await libraryResponse(
          await library.handler(withJsonBody(request.url, request.headers, body)),
        );
      } catch (error) {
        if (!isAppError(error)) throw error;
        await release?.();
        // Not recorded while codes are limited or locked: anyone could fill the audit log then.
        if (entering && error.code === "unauthenticated") {
          await recordFailure(parts, request.headers, entering.userId);
        }
        const { retryAfter } = error;
        throw new AppError(error.code, adviceFor(error, entering), { retryAfter });
      }
    },
  };
}

/** Checks the signed-in person's password again; wrong ones count as failed attempts to sign in. */
async function confirmPassword(parts: Parts, headers: Headers, password: string) {
  const { api, $context } = await parts.accounts();
  const session = await mapLibraryErrors(api.getSession({ headers }));
  if (!session) throw new AppError("unauthenticated", "You're not signed in. Sign in to continue.");
  const { user } = session;
  const { internalAdapter, password: passwords } = await $context;
  const found = await internalAdapter.findAccounts(user.id);
  const hash = found.find(({ providerId }) => providerId === "credential")?.password;
  if (!hash) {
    throw new InvalidRequest(
      "You sign in with your organization's account. Set up two-factor authentication there.",
    );
  }
  const attempt = attemptOf(parts.browsers, headers, user.email);
  await parts.attempts.make(attempt, async () => {
    if (!(await passwords.verify({ hash, password })))
      throw new InvalidRequest("Incorrect password. Try again.");
  });
  return { api, user };
}

interface PersonEnteringCode {
  userId: string;
  isSignedIn: boolean;
}

/** Returns the person who is signed in, or whose password was right; null without either. */
async function personEnteringCode(
  { api, $context }: Accounts,
  headers: Headers,
): Promise<PersonEnteringCode | null> {
  const session = await api.getSession({ headers });
  if (session) return { userId: session.user.id, isSignedIn: true };
  const cookie = /(?:^|;\s*)(?:__Secure-)?errata\.two_factor=([^;]+)/.exec(
    headers.get("cookie") ?? "",
  )?.[1];
  // better-auth checks the signature after the dot; without a valid one, it accepts no code.
  const [identifier = ""] = decoded(cookie ?? "").split(".");
  if (identifier === "") return null;
  const { internalAdapter } = await $context;
  const found = await internalAdapter.findVerificationValue(identifier);
  return found && { userId: found.value, isSignedIn: false };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

async function recordFailure(parts: Parts, headers: Headers, userId: string): Promise<void> {
  const person = await parts.people.find(userId);
  if (!person) return;
  const address = addressOf(headers);
  parts.log("warn", `wrong code for ${person.email} from ${address}`);
  await parts.audit.record({ id: "", name: person.email }, "entered a wrong code from", address);
}

function adviceFor(
  { code, retryAfter, message }: AppError,
  entering: PersonEnteringCode | null,
): string {
  if (!entering) return "This sign-in has expired. Enter your password again.";
  if (code === "unauthenticated")
    return "This code is incorrect or was already used. Enter a new one.";
  if (code === "invalid_request") {
    return entering.isSignedIn
      ? "Two-factor authentication is off. Start setting it up again."
      : "Too many incorrect codes. Enter your password again.";
  }
  if (code === "too_many_attempts" && retryAfter === undefined)
    return "Too many incorrect codes. Wait 15 minutes and try again.";
  return message;
}

function qrOf(text: string): NewSecondFactor["qr"] {
  const { size, data } = encode(text, { ecc: "M", border: 2 });
  const modules = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size, path: modules.join("") };
}
