import "server-only";
import type { CreatedPasskey, Passkey } from "../contract/api/passkeys.ts";
import type {
  Actor,
  CreatedInvitation,
  NewSecondFactor,
  OpenInvitation,
  People,
  Person,
  SessionInfo,
  Teammate,
} from "../contract/api/people.ts";
import type { Role } from "../contract/api/permissions.ts";
import type { Audit } from "./audit.ts";
import type { RenamePerson } from "./delete-person.ts";

/** Sign-in, accounts, and the audit log. */
export interface Auth {
  /** Whether people sign in. False when Errata is only reachable from this computer. */
  hasSignIn: boolean;
  /** Whether an OpenID Connect provider is configured. */
  hasProvider: boolean;
  /** Whether a browser opens the local dashboard with a link. False with sign-in. */
  hasLocalKey: boolean;
  /** Returns the person who sent a request with these headers; null if they aren't signed in. */
  personOf(headers: Headers): Promise<Person | null>;
  /**
   * Handles sign-in and sign-out requests.
   * @param body the parsed request body
   * @throws {AppError}
   */
  handle(request: Request, body?: unknown): Promise<Response>;
  /** Creates a new link for setting up the first admin; null if there is an admin. */
  setupLink(): Promise<string | null>;

  /** Creates a link that opens a local dashboard in one browser; null if it needs none. */
  localLink(): Promise<string | null>;
  /** Uses up a link's token. Returns the `Set-Cookie` header, or null if the link is invalid. */
  redeemLocalLink(token: string): Promise<string | null>;

  /** Returns the open invitation with this token. @throws {NotFound} */
  invitation(token: string): Promise<OpenInvitation>;
  /**
   * Creates the account of an invitation, or sets its new password, and signs in. The response sets
   * the session cookie. @throws {NotFound} {InvalidRequest} {Conflict}
   */
  accept(token: string, account: NewAccount, headers: Headers): Promise<Response>;

  people(): Promise<People>;
  /** Returns the names of all people, in alphabetical order; none without sign-in. */
  teammates(): Promise<Teammate[]>;
  /** @throws {InvalidRequest} {Conflict} if the email already has an account */
  invite(by: Actor, invited: { email: string; role: Role }): Promise<CreatedInvitation>;
  /** Creates a password reset link. @throws {NotFound} {Conflict} */
  createPasswordLink(by: Actor, personId: string): Promise<CreatedInvitation>;
  /** @throws {NotFound} if it's no longer open */
  revokeInvitation(by: Actor, invitationId: string): Promise<void>;
  /** @throws {NotFound} {Conflict} */
  setRole(by: Actor, personId: string, role: Role): Promise<void>;
  setDisabled(by: Actor, personId: string, disabled: boolean): Promise<void>;
  /**
   * Deletes an account. The person's sessions end at once.
   * @param rename replaces their name in other rooms, in the same transaction
   * @throws {NotFound} {Conflict} if no admin would be left
   */
  deletePerson(by: Actor, personId: string, rename: RenamePerson): Promise<void>;

  /** Returns the signed-in person's sessions, newest first. */
  sessions(headers: Headers): Promise<SessionInfo[]>;
  /** @throws {NotFound} */
  endSession(headers: Headers, sessionId: string): Promise<void>;
  /** Ends all other sessions. The response sets a new cookie. @throws {InvalidRequest} */
  changePassword(headers: Headers, passwords: { current: string; next: string }): Promise<Response>;

  /** Returns the state of a person's second factor. */
  secondFactor(person: Person): Promise<SecondFactorState>;
  /** Returns whether the person's role requires a second factor that they have to set up first. */
  lacksSecondFactor(person: Person): Promise<boolean>;
  /**
   * Creates the secret of a second factor, which a code turns on.
   * @throws {InvalidRequest} with a wrong password or if it's on already {AppError} after too many attempts
   */
  startSecondFactor(headers: Headers, password: string): Promise<NewSecondFactor>;
  /** The response sets a new session cookie. @throws {InvalidRequest} {AppError} */
  turnOffSecondFactor(headers: Headers, password: string): Promise<Response>;
  /** Replaces the recovery codes. @throws {InvalidRequest} {AppError} */
  createRecoveryCodes(headers: Headers, password: string): Promise<string[]>;
  /** Removes another person's second factor and passkeys, and signs them out. @throws {NotFound} {Conflict} */
  resetSecondFactor(by: Actor, personId: string): Promise<void>;

  /** Whether people can use passkeys at this server's URL. */
  hasPasskeys: boolean;
  /** Returns the person's passkeys, oldest first. */
  passkeys(person: Person): Promise<Passkey[]>;
  /**
   * Starts adding a passkey. The response has the options for the browser and sets a cookie.
   * @throws {InvalidRequest} with a wrong password {NotFound} without `hasPasskeys` {AppError} after too many attempts
   */
  startPasskey(headers: Headers, password: string): Promise<Response>;
  /** Adds the passkey that the browser created. @throws {InvalidRequest} {NotFound} */
  addPasskey(headers: Headers, passkey: { name: string; response: CreatedPasskey }): Promise<void>;
  /** @throws {NotFound} if it isn't the person's */
  removePasskey(person: Person, id: string): Promise<void>;

  audit: Audit;
}

/** A person's second factor. */
export interface SecondFactorState {
  isOn: boolean;
  /** Whether the person signs in with a password, and so can have one. */
  hasPassword: boolean;
  /** Whether the person has to set one up before anything else. */
  isMissing: boolean;
}

/** The fields of the form for an invited person. */
export interface NewAccount {
  name: string;
  password: string;
  /** Only used with the setup link; other links already have an email. */
  email?: string;
}
