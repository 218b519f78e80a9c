import "server-only";
import { sign } from "node:crypto";
import type { Octokit } from "@octokit/rest";
import type { GitHubApp } from "../../config/code-hosts.ts";

// Octokit's own library for this brings eight packages, most of them for signing people in.

/** A client that is signed in to a repository. */
export interface SignedIn {
  client: Octokit;
  token: string;
  /** The permissions that an App lacks, by GitHub's names. Unknown for other tokens. */
  missing: string[];
}

/** What an App needs write access to, as GitHub names it in its settings. */
const NEEDED = { contents: "Contents", pull_requests: "Pull requests" };

/** Milliseconds before its end at which a token is replaced, so that a push that begins can end. */
const TOKEN_RENEWAL_MARGIN_MS = 20 * 60_000;
/** Milliseconds after which a token is replaced that lacks a permission, which someone may have granted since. */
const PERMISSION_RETRY_DELAY_MS = 10_000;

/** Signs in to a repository. With `renew`, it doesn't use a token that it has, as one may end early. */
export type SignIn = (repository: string, renew?: boolean) => Promise<SignedIn>;

/** What each App signed in to, for the API and for git. */
const signIns = new WeakMap<GitHubApp, Map<string, { signedIn: SignedIn; until: number }>>();

/**
 * Returns a function that signs in as the App's installation in a repository, with a token for at most an hour.
 * @param open returns a client that sends a token
 */
export function appSignIn(app: GitHubApp, open: (token: string) => Octokit): SignIn {
  const kept = signIns.get(app) ?? new Map<string, { signedIn: SignedIn; until: number }>();
  signIns.set(app, kept);
  return async (repository, renew = false) => {
    const known = kept.get(repository);
    if (known && !renew && Date.now() < known.until) return known.signedIn;
    const [owner = "", repo = ""] = repository.split("/");
    const { apps } = open(appToken(app, Date.now())).rest;
    const { data: installation } = await apps.getRepoInstallation({ owner, repo });
    const { data } = await apps.createInstallationAccessToken({ installation_id: installation.id });
    const { token, expires_at: end } = data;
    const missing = missingIn({ ...data.permissions });
    const signedIn = { client: open(token), token, missing };
    const isComplete = missing.length === 0;
    const until = isComplete
      ? Date.parse(end) - TOKEN_RENEWAL_MARGIN_MS
      : Date.now() + PERMISSION_RETRY_DELAY_MS;
    kept.set(repository, { signedIn, until });
    return signedIn;
  };
}

function missingIn(permissions: Record<string, string>): string[] {
  return Object.entries(NEEDED).flatMap(([permission, name]) =>
    permissions[permission] === "write" ? [] : [name],
  );
}

/** Returns a token with which the App says who it is: a JWT for at most ten minutes, as GitHub asks for. */
function appToken({ id, privateKey }: GitHubApp, now: number): string {
  const seconds = Math.floor(now / 1_000);
  // GitHub's clock may be a little behind.
  const claims = { iat: seconds - 60, exp: seconds + 540, iss: id };
  const signed = [{ alg: "RS256", typ: "JWT" }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  return `${signed}.${sign("RSA-SHA256", Buffer.from(signed), privateKey).toString("base64url")}`;
}
