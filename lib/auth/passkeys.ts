import "server-only";
import { isIP } from "node:net";
import type { CreatedPasskey, Passkey } from "../contract/api/passkeys.ts";
import type { Person } from "../contract/api/people.ts";
import { AppError, InvalidRequest, isAppError, NotFound } from "../errors.ts";
import { type AccountAttempts, attemptOf } from "./account-attempts.ts";
import type { Accounts } from "./accounts.ts";
import type { Audit } from "./audit.ts";
import { addressOf } from "./client-address.ts";
import type { JoinedQueries } from "./joined-queries.ts";
import type { KnownBrowser } from "./known-browser.ts";
import { withJsonBody } from "./library-requests.ts";
import { libraryResponse } from "./library-response.ts";
import type { AuthDatabase, AuthQuery, AuthSchema } from "./schema/schema.ts";

/** The signed-in person's passkeys, and signing in with one. Each rejects with `NotFound` if they aren't available. */
export interface Passkeys {
  isAvailable: boolean;
  list(personId: string): Promise<Passkey[]>;
  /**
   * Starts adding a passkey, after the password was confirmed. The response has the options for the browser
   * and sets a cookie.
   */
  startAdding(headers: Headers): Promise<Response>;
  /** @throws {InvalidRequest} */
  add(headers: Headers, passkey: { name: string; response: CreatedPasskey }): Promise<void>;
  /** @throws {NotFound} */
  remove(person: Person, id: string): Promise<void>;
  /** Starts a sign-in. The response has the options for the browser and sets a cookie. */
  startSignIn(request: Request): Promise<Response>;
  /** @throws {AppError} */
  signIn(request: Request): Promise<Response>;
}

interface Parts {
  accounts: () => Promise<Accounts>;
  attempts: AccountAttempts;
  audit: Audit;
  browsers: KnownBrowser;
  database: AuthDatabase;
  publicUrl: string;
  transaction: JoinedQueries<AuthSchema>["run"];
  log(level: string, message: string): void;
}

const NOT_VERIFIED = "Couldn't verify this passkey. Try again, or sign in with your password.";
const NOT_ADDED = "Couldn't add this passkey. Try again.";

/**
 * Whether browsers support passkeys at an address: they need a domain, and `https` or this computer.
 * @see https://www.w3.org/TR/webauthn-3/#rp-id
 */
export function supportsPasskeys(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  if (hostname === "localhost") return true;
  return protocol === "https:" && isIP(hostname.replace(/^\[|\]$/g, "")) === 0;
}

export function createPasskeys(parts: Parts): Passkeys {
  const { accounts, audit, publicUrl } = parts;
  const { query } = parts.database;
  const isAvailable = supportsPasskeys(publicUrl);
  const library = async () => {
    if (!isAvailable) {
      throw new NotFound("Passkeys need an https PUBLIC_URL with a domain name, or localhost.");
    }
    return accounts();
  };
  const ownUrl = (name: string) => `${publicUrl}/api/auth/passkey/${name}`;
  /** A request of this server's own page, which the route wrapper has checked. */
  const ownRequest = (name: string, headers: Headers, body: unknown) => {
    const request = withJsonBody(ownUrl(name), headers, body);
    request.headers.set("origin", publicUrl);
    return request;
  };

  return {
    isAvailable,
    list: (personId) => passkeysOf(query, personId),
    startAdding: async (headers) => {
      const { api } = await library();
      return optionsResponse(
        await api.generatePasskeyRegistrationOptions({ headers, asResponse: true }),
      );
    },
    add: async (headers, passkey) => {
      const { handler } = await library();
      await assertAdded(await handler(ownRequest("verify-registration", headers, passkey)));
    },
    remove: (person, id) =>
      parts.transaction(async () => {
        const { numDeletedRows } = await query
          .deleteFrom("auth_passkey")
          .where("id", "=", id)
          .where("userId", "=", person.id)
          .executeTakeFirst();
        if (numDeletedRows === 0n) throw new NotFound("This passkey was already removed.");
        await audit.record(person, "removed a passkey of", person.email ?? "");
      }),
    startSignIn: async ({ headers }) => {
      const { handler } = await library();
      return optionsResponse(
        await handler(new Request(ownUrl("generate-authenticate-options"), { headers })),
      );
    },
    signIn: async (request) => {
      const { handler } = await library();
      const body: { response: { id: string } } = await request.clone().json();
      const verification = ownRequest("verify-authentication", request.headers, body);
      return signIn(parts, request.headers, body.response.id, async () =>
        libraryResponse(await handler(verification)),
      );
    },
  };
}

/** @throws {InvalidRequest} if it wasn't added */
async function assertAdded(response: Response): Promise<void> {
  // better-auth answers 500 for a passkey that it can't verify.
  if (response.status >= 500) throw new InvalidRequest(NOT_ADDED);
  await libraryResponse(response).catch((error: unknown) => {
    if (isAppError(error) && error.code === "invalid_request") throw new InvalidRequest(NOT_ADDED);
    throw error;
  });
}

async function passkeysOf(query: AuthQuery, personId: string): Promise<Passkey[]> {
  const rows = await query
    .selectFrom("auth_passkey")
    .select(["id", "name", "createdAt"])
    .where("userId", "=", personId)
    .orderBy("createdAt")
    .execute();
  return rows.map(({ id, name, createdAt }) => ({
    id,
    name: name ?? "Passkey",
    createdAt: new Date(createdAt ?? 0).getTime(),
  }));
}

/** Verifies a passkey as an attempt of the account that it belongs to. */
async function signIn(
  { database, attempts, audit, browsers, log }: Parts,
  headers: Headers,
  credentialId: string,
  verify: () => Promise<Response>,
): Promise<Response> {
  const email = await emailOf(database.query, credentialId);
  if (email === null) {
    throw new AppError(
      "unauthenticated",
      "This passkey was removed or belongs to another server. Sign in with your password.",
    );
  }
  try {
    return await attempts.make(attemptOf(browsers, headers, email), verify);
  } catch (error) {
    if (!isAppError(error) || !["invalid_request", "unauthenticated"].includes(error.code)) {
      throw error;
    }
    const address = addressOf(headers);
    log("warn", `sign-in with a passkey failed for ${email} from ${address}`);
    await audit.record({ id: "", name: email }, "failed to sign in with a passkey from", address);
    throw new AppError("unauthenticated", NOT_VERIFIED);
  }
}

async function emailOf(query: AuthQuery, credentialId: string): Promise<string | null> {
  const row = await query
    .selectFrom("auth_passkey")
    .innerJoin("auth_user", "auth_user.id", "auth_passkey.userId")
    .select("email")
    .where("credentialID", "=", credentialId)
    .executeTakeFirst();
  return row?.email ?? null;
}

/** Returns the options for the browser, which has to verify the person: better-auth only asks it to prefer that. */
async function optionsResponse(response: Response): Promise<Response> {
  if (!response.ok) return libraryResponse(response);
  const options: Record<string, unknown> = await response.json();
  const isSignIn = !("authenticatorSelection" in options);
  const headers = new Headers({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
  for (const cookie of response.headers.getSetCookie()) headers.append("set-cookie", cookie);
  const sent = isSignIn ? { ...options, userVerification: "required" } : options;
  return Response.json({ options: sent }, { headers });
}
