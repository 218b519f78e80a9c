import "server-only";
import { z } from "zod";
import { serviceUrl } from "./service-url.ts";

/** How people sign in. Null in the configuration when Errata is only reachable from this computer. */
export interface SignInConfig {
  /** Signs cookies and encrypts what better-auth stores; at least 32 characters. */
  secret: string;
  /** An OpenID Connect provider, or null for email and password only. */
  oidc: OidcConfig | null;
  /** Roles whose people need a second factor. */
  requireSecondFactor: RoleName[];
  /** Email domains whose people can sign up through the provider, in lowercase. */
  allowedDomains: string[];
}

const ROLE_NAMES = ["viewer", "triager", "admin"] as const;
type RoleName = (typeof ROLE_NAMES)[number];

export interface OidcConfig {
  /** Base URL of the discovery document, without a trailing slash. */
  issuer: string;
  clientId: string;
  clientSecret: string;
}

const MIN_SECRET_LENGTH = 32;
/** Different characters: 32 random ones have more, even of hexadecimal digits. */
const MIN_CHARACTERS = 8;

export const visible = z
  .string()
  .regex(/^[\x21-\x7e]+$/, "must be printable ASCII characters without spaces");

/** A secret that someone generated for Errata. */
export const generatedSecret = visible
  .min(MIN_SECRET_LENGTH, {
    error: `must be at least ${MIN_SECRET_LENGTH} characters. Generate one with openssl rand -hex 32`,
    abort: true,
  })
  .refine((secret) => new Set(secret).size >= MIN_CHARACTERS, {
    message:
      "repeats a few characters, so it can be guessed. Generate one with openssl rand -hex 32",
  });

/** Environment variables that configure sign-in. */
export const signInVariables = {
  AUTH_SECRET: generatedSecret.optional(),
  AUTH_OIDC_ISSUER: serviceUrl.optional(),
  AUTH_OIDC_CLIENT_ID: visible.optional(),
  AUTH_OIDC_CLIENT_SECRET: visible.optional(),
  AUTH_ALLOWED_DOMAINS: z.string().transform(parseDomains).optional(),
  REQUIRE_SECOND_FACTOR: z.string().transform(parseRoles).optional(),
};

const OIDC = ["AUTH_OIDC_ISSUER", "AUTH_OIDC_CLIENT_ID", "AUTH_OIDC_CLIENT_SECRET"] as const;

type SignInValues = z.infer<z.ZodObject<typeof signInVariables>>;

/** Returns one line per sign-in variable that is missing. */
export function signInProblems(value: SignInValues): string[] {
  const oidc = OIDC.filter((name) => value[name] !== undefined);
  const problems = oidc.length === 0 ? [] : OIDC.filter((name) => value[name] === undefined);
  const lines = problems.map((name) => `${name}: is required when ${oidc[0]} is set`);
  if (value.AUTH_ALLOWED_DOMAINS && oidc.length === 0) {
    lines.push("AUTH_OIDC_ISSUER: is required when AUTH_ALLOWED_DOMAINS is set");
  }
  if (oidc.length > 0 && !value.AUTH_SECRET) {
    lines.push(
      `AUTH_SECRET: is required when ${oidc[0]} is set. Generate one with openssl rand -hex 32`,
    );
  }
  return lines;
}

/** Builds the sign-in configuration from variables that have no problems. */
export function signInConfig(value: SignInValues): SignInConfig | null {
  if (!value.AUTH_SECRET) return null;
  const {
    AUTH_OIDC_ISSUER: issuer,
    AUTH_OIDC_CLIENT_ID: clientId,
    AUTH_OIDC_CLIENT_SECRET: clientSecret,
  } = value;
  return {
    secret: value.AUTH_SECRET,
    oidc: issuer && clientId && clientSecret ? { issuer, clientId, clientSecret } : null,
    allowedDomains: value.AUTH_ALLOWED_DOMAINS ?? [],
    requireSecondFactor: value.REQUIRE_SECOND_FACTOR ?? [],
  };
}

function parseRoles(list: string, context: z.RefinementCtx): RoleName[] {
  const names = list.split(",").map((name) => name.trim().toLowerCase());
  const roles = ROLE_NAMES.filter((role) => names.includes(role));
  if (roles.length < new Set(names).size) {
    context.addIssue(
      `must be a list of roles (${ROLE_NAMES.join(", ")}), for example admin,triager`,
    );
  }
  return roles;
}

function parseDomains(list: string, context: z.RefinementCtx): string[] {
  const domains = list.split(",").map((domain) => domain.trim().toLowerCase());
  if (!domains.every((domain) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain))) {
    context.addIssue("must be a list of domains, for example example.org,docs.example.com");
  }
  return domains;
}
