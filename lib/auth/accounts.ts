import "server-only";
import { passkey } from "@better-auth/passkey";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { APIError, getOAuthState } from "better-auth/api";
import { admin, genericOAuth, twoFactor } from "better-auth/plugins";
import type { OidcConfig, SignInConfig } from "../config/sign-in.ts";
import { PASSWORD_LENGTH } from "../contract/api/limits.ts";
import type { Role } from "../contract/api/permissions.ts";
import { CLIENT_ADDRESS } from "../network.ts";
import { isEmail } from "./email.ts";
import { CODE_LOCK_MS, SESSION_LIFETIME_MS } from "./future-times.ts";
import { cleanName } from "./person-name.ts";
import type { AuthDatabase } from "./schema/schema.ts";

/** Options for better-auth, and Errata's hooks. */
export interface AccountOptions extends AccountEvents {
  database: AuthDatabase;
  signIn: SignInConfig;
  /** Origin that people use to reach Errata. */
  publicUrl: string;
  /** Other origins of this server. */
  trustedOrigins: string[];
  /** Logs a better-auth message without its arguments, which can contain what people typed. */
  log(level: string, message: string): void;
}

/**
 * Hooks that Errata gives to better-auth. If one of them fails, the change that it's about doesn't
 * happen.
 */
export interface AccountEvents {
  /** Returns the open invitation with this token if it's for this email. */
  invitationFor(token: string, email: string): Promise<{ role: Role } | null>;
  /** Called when a new person's first sign-in method is stored, in the same transaction. */
  onSignUp(userId: string): Promise<void>;
  /**
   * Called before a session starts. `address` is the client's, if known. A session by password ends at once
   * if the person has a second factor.
   */
  onSignIn(userId: string, address: string | null, method: SignInMethod): Promise<void>;
  /** Called before a signed-in person's new passkey is stored. */
  onPasskey(userId: string): Promise<void>;
  /** Called before a person turns a second factor on or off in a session. */
  onSecondFactorChange(session: { id: string; userId: string }, isOn: boolean): Promise<void>;
  /** Called before a signed-in person's new password is stored. */
  onPasswordChange(userId: string): Promise<void>;
}

/** ID of the OpenID Connect provider in URLs and account rows. */
export const PROVIDER = "oidc";

export type SignInMethod = "password" | "passkey" | "other";

const METHODS: Record<string, SignInMethod> = {
  "/sign-in/email": "password",
  "/passkey/verify-authentication": "passkey",
};

/** Role of people who sign up without an invitation. */
const DEFAULT_ROLE: Role = "viewer";

export type Accounts = ReturnType<typeof createAccounts>;

/** Settings of every installation. */
const SETTINGS = {
  session: {
    modelName: "auth_session",
    expiresIn: SESSION_LIFETIME_MS / 1_000,
    disableSessionRefresh: true,
    // Where it matters, Errata asks for the password instead of a recent sign-in.
    freshAge: 0,
  },
  account: {
    modelName: "auth_account",
    // The provider's tokens aren't used after sign-in, so they aren't stored.
    updateAccountOnSignIn: false,
    accountLinking: { enabled: false },
  },
  verification: { modelName: "auth_verification" },
  emailAndPassword: {
    enabled: true,
    disableSignUp: true,
    minPasswordLength: PASSWORD_LENGTH.minimum,
    maxPasswordLength: PASSWORD_LENGTH.maximum,
  },
  // Errata's own limits (`account-attempts.ts`) count failures; these would count successes as well.
  rateLimit: { enabled: false },
} satisfies BetterAuthOptions;

/**
 * Configures better-auth: email and password for invited people, one OpenID Connect provider, and roles.
 * There is no public sign-up, sessions are always read from the database, and
 * accounts with the same email are never linked.
 */
export function createAccounts(options: AccountOptions) {
  const { database, signIn, publicUrl } = options;
  return betterAuth({
    appName: "Errata",
    baseURL: publicUrl,
    basePath: "/api/auth",
    secret: signIn.secret,
    trustedOrigins: [publicUrl, ...options.trustedOrigins],
    telemetry: { enabled: false },
    logger: { level: "warn", log: (level, message) => options.log(level, message) },
    database: {
      db: database.query,
      type: database.engine === "postgres" ? "postgres" : "sqlite",
      transaction: true,
    },
    user: {
      modelName: "auth_user",
      validateUserInfo: async ({ user, source }) => {
        if (source.method !== "oauth") return;
        return rejectionFor(options, source.action, user);
      },
    },
    ...SETTINGS,
    advanced: {
      cookiePrefix: "errata",
      useSecureCookies: publicUrl.startsWith("https:"),
      // Explicit, because better-auth disables both when it detects a test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS] },
    },
    // Unexpected errors reach the caller, who logs them. better-auth would print them on its own.
    onAPIError: { errorURL: "/sign-in", throw: true },
    databaseHooks: accountHooks(options),
    plugins: [
      admin({
        defaultRole: DEFAULT_ROLE,
        adminRoles: ["admin"],
        bannedUserMessage: "This account is disabled. Ask an admin to enable it.",
      }),
      twoFactor({
        issuer: "Errata",
        schema: { twoFactor: { modelName: "auth_second_factor" } },
        accountLockout: { maxFailedAttempts: 10, durationSeconds: CODE_LOCK_MS / 1_000 },
      }),
      passkeyPlugin(options),
      ...(signIn.oidc ? [genericOAuth({ config: [providerConfig(signIn.oidc)] })] : []),
    ],
  });
}

/** Errata's hooks for stored people, sessions, and sign-in methods. */
function accountHooks(options: AccountOptions): BetterAuthOptions["databaseHooks"] {
  return {
    user: {
      create: {
        before: async (user) => {
          const invitation = await currentInvitation(options, user.email);
          const data = { ...user, name: cleanName(user.name, user.email) };
          return { data: invitation ? { ...data, role: invitation.role } : data };
        },
      },
      update: {
        before: async ({ twoFactorEnabled }, context) => {
          const session = context?.context.session?.session;
          if (session && typeof twoFactorEnabled === "boolean") {
            await options.onSecondFactorChange(session, twoFactorEnabled);
          }
        },
      },
    },
    session: {
      create: {
        // Recorded before the session is created, because better-auth has no transaction here: an
        // entry about a failed sign-in does less harm than a sign-in without an entry.
        before: ({ userId, ipAddress }, context) =>
          options.onSignIn(userId, ipAddress || null, METHODS[context?.path ?? ""] ?? "other"),
      },
    },
    account: {
      create: {
        before: async (account) => {
          await options.onSignUp(account.userId);
          return { data: { ...account, accessToken: null, refreshToken: null, idToken: null } };
        },
      },
      update: {
        before: async (_account, context) => {
          const user = context?.path === "/change-password" ? context.context.session?.user : null;
          if (user) await options.onPasswordChange(user.id);
        },
      },
    },
  };
}

function passkeyPlugin({ publicUrl, onPasskey }: AccountOptions) {
  return passkey({
    rpID: new URL(publicUrl).hostname,
    rpName: "Errata",
    origin: publicUrl,
    schema: { passkey: { modelName: "auth_passkey" } },
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    // Checked at registration and at sign-in, because better-auth accepts passkeys whose device
    // didn't verify the person.
    registration: {
      afterVerification: async ({ verification, user }) => {
        requireVerified(verification.registrationInfo?.userVerified);
        await onPasskey(user.id);
      },
    },
    authentication: {
      afterVerification: ({ verification }) =>
        requireVerified(verification.authenticationInfo.userVerified),
    },
  });
}

/** @throws {APIError} if the device didn't verify who used the passkey, such as by a fingerprint or PIN */
function requireVerified(isVerified: boolean | undefined): void {
  if (!isVerified) throw new APIError("BAD_REQUEST", { message: "The person wasn't verified." });
}

function providerConfig({ issuer, clientId, clientSecret }: OidcConfig) {
  return {
    providerId: PROVIDER,
    discoveryUrl: `${issuer}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    scopes: ["openid", "email", "profile"],
    pkce: true,
    requireIdTokenVerification: true,
  };
}

/** Returns why a person who signed in at the provider is rejected; undefined if they aren't. */
async function rejectionFor(
  options: AccountOptions,
  action: string,
  user: { email?: string | null; emailVerified?: boolean },
): Promise<{ error: string } | undefined> {
  const email = user.email?.toLowerCase() ?? "";
  if (user.emailVerified !== true || !isEmail(email)) return { error: "email_not_verified" };
  const domain = email.slice(email.lastIndexOf("@") + 1);
  if (options.signIn.allowedDomains.includes(domain)) return undefined;
  // People who joined by invitation can be outside the allowed domains.
  if (action === "sign-in" && (await userExists(options.database, email))) return undefined;
  if (action === "create-user" && (await currentInvitation(options, email))) return undefined;
  return { error: "domain_not_allowed" };
}

async function userExists({ query }: AuthDatabase, email: string): Promise<boolean> {
  const found = await query
    .selectFrom("auth_user")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns the invitation that a sign-in through the provider started from. */
async function currentInvitation(options: AccountOptions, email: string) {
  const state = await getOAuthState();
  const token: unknown = state?.invitation;
  return typeof token === "string" ? options.invitationFor(token, email) : null;
}
