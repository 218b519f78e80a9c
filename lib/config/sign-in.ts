import "server-only";
import { z } from "zod";

/** How people sign in. Null in a configuration means: only the person at the machine is served. */
export interface SignInConfig {
  /** Signs cookies and encrypts what better-auth keeps; at least 32 characters. */
  secret: string;
  /** An OpenID Connect provider, or null for e-mail and password alone. */
  oidc: OidcConfig | null;
  /** Domains whose people may make themselves an account at the provider, in lower case. */
  allowedDomains: string[];
}

export interface OidcConfig {
  /** Without a trailing slash; the discovery document lies below it. */
  issuer: string;
  clientId: string;
  clientSecret: string;
}

const SHORTEST_SECRET = 32;

const visible = z.string().regex(/^[\x21-\x7e]+$/, "must be printable characters without spaces");

/** The variables that configure sign-in. */
export const signInVariables = {
  AUTH_SECRET: visible
    .min(SHORTEST_SECRET, `must have at least ${SHORTEST_SECRET} characters: openssl rand -hex 32`)
    .optional(),
  AUTH_OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: "must be an http or https address" })
    .transform((url) => url.replace(/\/+$/, ""))
    .optional(),
  AUTH_OIDC_CLIENT_ID: visible.optional(),
  AUTH_OIDC_CLIENT_SECRET: visible.optional(),
  AUTH_ALLOWED_DOMAINS: z.string().transform(domains).optional(),
};

const OIDC = ["AUTH_OIDC_ISSUER", "AUTH_OIDC_CLIENT_ID", "AUTH_OIDC_CLIENT_SECRET"] as const;

type SignInValues = z.infer<z.ZodObject<typeof signInVariables>>;

/** What is missing between the variables of sign-in, a line each. */
export function signInProblems(value: SignInValues): string[] {
  const oidc = OIDC.filter((name) => value[name] !== undefined);
  const problems = oidc.length === 0 ? [] : OIDC.filter((name) => value[name] === undefined);
  const lines = problems.map((name) => `${name}: is needed with ${oidc[0]}`);
  if (value.AUTH_ALLOWED_DOMAINS && oidc.length === 0) {
    lines.push("AUTH_OIDC_ISSUER: is needed with AUTH_ALLOWED_DOMAINS");
  }
  if (oidc.length > 0 && !value.AUTH_SECRET) {
    lines.push(`AUTH_SECRET: is needed with ${oidc[0]}; make one with openssl rand -hex 32`);
  }
  return lines;
}

/** What the variables mean, once they have no problems. */
export function signInOf(value: SignInValues): SignInConfig | null {
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
  };
}

function domains(list: string, context: z.RefinementCtx): string[] {
  const named = list.split(",").map((domain) => domain.trim().toLowerCase());
  if (!named.every((domain) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain))) {
    context.addIssue("must be a list of domains such as example.org,docs.example.com");
  }
  return named;
}
