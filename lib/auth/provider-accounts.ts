import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import type { SignInConfig } from "../config/sign-in.ts";
import { NotFound } from "../errors.ts";
import { type Accounts, PROVIDER } from "./accounts.ts";

/** Milliseconds that somebody waits for what the provider says of itself. */
const TIMEOUT = 5_000;

type Opened = Awaited<Accounts["$context"]>;

/**
 * The library without its provider, and with it. It asks the provider when it is opened, and answers
 * nothing until then: sessions and passwords are the other one's, or all would wait for a provider
 * that does not answer. One that was away is asked again by whoever needs it.
 */
export function withProvider(signIn: SignInConfig, open: (ways: SignInConfig) => Accounts) {
  const plain = open({ ...signIn, oidc: null });
  let provided = signIn.oidc ? open(signIn) : null;
  return {
    any: async () => plain,
    provider: async () => {
      if (!provided) throw new NotFound("No sign-in provider is configured.");
      const first = await soon(provided);
      if (first && !isComplete(first, signIn)) provided = open(signIn);
      const context = await soon(provided);
      if (context && isComplete(context, signIn)) return provided;
      throw new NotFound(
        "The sign-in provider does not answer, or not as AUTH_OIDC_ISSUER. Try again in a moment, or sign in with a password.",
      );
    },
  };
}

/** The library once it is open; null where that takes too long. */
async function soon({ $context }: Accounts): Promise<Opened | null> {
  const late = new AbortController();
  const patience = delay(TIMEOUT, null, { signal: late.signal, ref: false }).catch(() => null);
  try {
    return await Promise.race([$context, patience]);
  } finally {
    late.abort();
  }
}

/** Whether the provider is there and says of itself that it is the configured one. */
function isComplete({ socialProviders }: Opened, { oidc }: SignInConfig): boolean {
  const provider = socialProviders.find(({ id }) => id === PROVIDER);
  return provider?.issuer?.replace(/\/+$/, "") === oidc?.issuer;
}
