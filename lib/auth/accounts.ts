import "server-only";
import { betterAuth } from "better-auth";
import { getOAuthState } from "better-auth/api";
import { admin, genericOAuth } from "better-auth/plugins";
import type { OidcConfig, SignInConfig } from "../config/sign-in.ts";
import { PASSWORD_LENGTH } from "../contract/api/limits.ts";
import type { Role } from "../contract/api/permissions.ts";
import type { Database } from "../database/open.ts";
import { isEmail } from "./email.ts";
import { cleanName } from "./person-name.ts";
import type { AuthSchema } from "./schema.ts";

/** What sign-in asks of the rest. */
export interface AccountOptions {
  database: Database<AuthSchema>;
  signIn: SignInConfig;
  /** Origin under which people reach Errata. */
  publicUrl: string;
  /** Further origins that are this server's own. */
  trustedOrigins: string[];
  /** The open invitation for this address that the link's token opens, if it does. */
  invitationFor(token: string, email: string): Promise<{ role: Role } | null>;
  /** Somebody has an account now, however it came about. */
  joined(person: { id: string; name: string; email: string; role: unknown }): Promise<void>;
  /** A line of better-auth's log, without its arguments, which may hold what people typed. */
  log(level: string, message: string): void;
}

/** Name of the one OpenID Connect provider, in addresses and in the accounts' rows. */
export const PROVIDER = "oidc";

/** Header in which the server says whom it talks to; what a client sends under it never arrives. */
const CLIENT_ADDRESS = "x-errata-client";

/** Seconds. */
const MINUTE = 60;
const SESSION = 14 * 24 * 60 * MINUTE;

/** People's role when nothing says more. */
const FIRST_ROLE: Role = "viewer";

export type Accounts = ReturnType<typeof openAccounts>;

/**
 * better-auth with what Errata needs of it: e-mail and password for who is invited, one OpenID
 * Connect provider, roles, limits for attempts. Nobody signs up alone, sessions are asked of the
 * database each time, and accounts are never joined because their addresses are alike.
 */
export function openAccounts(options: AccountOptions) {
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
        return admission(options, source.action, user);
      },
    },
    session: { modelName: "auth_session", expiresIn: SESSION, disableSessionRefresh: true },
    account: {
      modelName: "auth_account",
      // Nothing is asked of the provider later, so that its tokens are not kept.
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
    rateLimit: {
      enabled: true,
      storage: "database",
      modelName: "auth_attempt",
      window: MINUTE,
      max: 100,
      customRules: {
        "/sign-in/email": { window: MINUTE, max: 10 },
        "/sign-in/social": { window: MINUTE, max: 20 },
        "/change-password": { window: MINUTE, max: 10 },
        "/callback/*": { window: MINUTE, max: 20 },
      },
    },
    advanced: {
      cookiePrefix: "errata",
      useSecureCookies: publicUrl.startsWith("https:"),
      // Said, as the library leaves both out where it believes to be in a test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS] },
    },
    onAPIError: { errorURL: "/sign-in" },
    databaseHooks: {
      user: {
        create: {
          before: async (user) => {
            const invited = await invitation(options, user.email);
            const named = { ...user, name: cleanName(user.name, user.email) };
            return { data: invited ? { ...named, role: invited.role } : named };
          },
          after: ({ id, name, email, role }) => options.joined({ id, name, email, role }),
        },
      },
      account: {
        create: {
          before: async (account) => ({
            data: { ...account, accessToken: null, refreshToken: null, idToken: null },
          }),
        },
      },
    },
    plugins: [
      admin({
        defaultRole: FIRST_ROLE,
        adminRoles: ["admin"],
        bannedUserMessage: "This account is disabled. An admin of your team can enable it.",
      }),
      ...(signIn.oidc ? [genericOAuth({ config: [providerOf(signIn.oidc)] })] : []),
    ],
  });
}

function providerOf({ issuer, clientId, clientSecret }: OidcConfig) {
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

/** Why somebody whom the provider vouches for is not let in, if they are not. */
async function admission(
  options: AccountOptions,
  action: string,
  user: { email?: string | null; emailVerified?: boolean },
): Promise<{ error: string } | undefined> {
  const email = user.email?.toLowerCase() ?? "";
  if (user.emailVerified !== true || !isEmail(email)) return { error: "email_not_verified" };
  const domain = email.slice(email.lastIndexOf("@") + 1);
  if (options.signIn.allowedDomains.includes(domain)) return undefined;
  // Who came by an invitation comes back under the address that it named.
  if (action === "sign-in" && (await isKnown(options.database, email))) return undefined;
  if (action === "create-user" && (await invitation(options, email))) return undefined;
  return { error: "domain_not_allowed" };
}

async function isKnown({ query }: Database<AuthSchema>, email: string): Promise<boolean> {
  const found = await query
    .selectFrom("auth_user")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirst();
  return found !== undefined;
}

/** The invitation that somebody came with through the provider. */
async function invitation(options: AccountOptions, email: string) {
  const state = await getOAuthState();
  const token: unknown = state?.invitation;
  return typeof token === "string" ? options.invitationFor(token, email) : null;
}
