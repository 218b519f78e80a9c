import "server-only";
import type { Clock } from "../clock.ts";
import type { SignInConfig } from "../config/sign-in.ts";
import type {
  Actor,
  CreatedInvitation,
  Invitation,
  People,
  Person,
  SessionEntry,
} from "../contract/api/people.ts";
import type { Role } from "../contract/api/permissions.ts";
import { migrate } from "../database/migrate.ts";
import type { Database } from "../database/open.ts";
import { type Audit, createAudit } from "./audit.ts";
import { localAuth } from "./local-auth.ts";
import { authMigrations } from "./migrations.ts";
import type { AuthSchema } from "./schema.ts";

/** Who asks, who else there is, and how they came in. */
export interface Auth {
  /** Whether people sign in; false while the person at the machine is served alone. */
  hasSignIn: boolean;
  /** Whether an OpenID Connect provider is configured. */
  hasProvider: boolean;
  /** Who sends a request with these headers; null where nobody signed in. */
  personOf(headers: Headers): Promise<Person | null>;
  /**
   * Signing in and out, as the library answers it.
   * @param body what came with the request, read already
   * @throws {AppError}
   */
  handle(request: Request, body?: unknown): Promise<Response>;
  /** The link that makes the first admin, once for each call; null where there is one. */
  setupLink(): Promise<string | null>;

  /** What the token of a link opens. @throws {NotFound} where nothing, or not any more */
  invitation(token: string): Promise<Invitation>;
  /**
   * Makes the account that a link is for, or its new password, and signs in; the answer sets the
   * cookie. @throws {NotFound} {InvalidRequest} {Conflict}
   */
  accept(token: string, account: NewAccount, headers: Headers): Promise<Response>;

  people(): Promise<People>;
  /** @throws {InvalidRequest} {Conflict} where the address has an account */
  invite(by: Actor, invited: { email: string; role: Role }): Promise<CreatedInvitation>;
  /** A link under which a person sets a new password. @throws {NotFound} {Conflict} */
  createPasswordLink(by: Actor, personId: string): Promise<CreatedInvitation>;
  /** @throws {NotFound} where it is not open any more */
  revokeInvitation(by: Actor, invitationId: string): Promise<void>;
  /** @throws {NotFound} {Conflict} */
  setRole(by: Actor, personId: string, role: Role): Promise<void>;
  setDisabled(by: Actor, personId: string, disabled: boolean): Promise<void>;

  /** Those of the person who asks, the newest first. */
  sessions(headers: Headers): Promise<SessionEntry[]>;
  /** @throws {NotFound} */
  endSession(headers: Headers, sessionId: string): Promise<void>;
  /** Ends all other sessions; the answer sets a new cookie. @throws {InvalidRequest} */
  changePassword(headers: Headers, passwords: { current: string; next: string }): Promise<Response>;

  audit: Audit;
}

/** What somebody fills in who follows a link. */
export interface NewAccount {
  name: string;
  password: string;
  /** Counts for the set-up link alone; other links name their own. */
  email?: string;
}

/** Makes or updates its tables, and loads what signs people in only where it is configured. */
export async function openAuth(options: {
  database: Database<AuthSchema>;
  clock: Clock;
  signIn: SignInConfig | null;
  publicUrl: string;
  trustedOrigins: string[];
  log(level: string, message: string): void;
}): Promise<Auth> {
  const { database, clock, signIn } = options;
  await migrate(database, "auth", authMigrations);
  const audit = createAudit(database, clock);
  if (!signIn) return localAuth(audit);
  const { signInAuth } = await import("./sign-in-auth.ts");
  return signInAuth({ ...options, signIn, audit });
}
