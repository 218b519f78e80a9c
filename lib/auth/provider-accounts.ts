import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import type { SignInConfig } from "../config/sign-in.ts";
import { NotFound } from "../errors.ts";
import { type Accounts, PROVIDER } from "./accounts.ts";

/** Milliseconds to wait for the provider's discovery document. */
const TIMEOUT_MS = 5_000;

export type ProviderAccounts = ReturnType<typeof providerAccounts>;

type LibraryContext = Awaited<Accounts["$context"]>;

/**
 * Opens better-auth twice: without the provider for sessions and passwords, and with it for provider
 * sign-in. better-auth answers nothing until the provider responds, so a provider that is down would
 * otherwise block everyone. If the provider was down, the next provider sign-in tries again.
 */
export function providerAccounts(signIn: SignInConfig, open: (config: SignInConfig) => Accounts) {
  const withoutProvider = open({ ...signIn, oidc: null });
  let withProvider = signIn.oidc ? open(signIn) : null;
  return {
    any: async () => withoutProvider,
    provider: async () => {
      if (!withProvider) throw new NotFound("No sign-in provider is configured.");
      const first = await contextWithin(withProvider, TIMEOUT_MS);
      if (first && !isReady(first, signIn)) withProvider = open(signIn);
      const context = await contextWithin(withProvider, TIMEOUT_MS);
      if (context && isReady(context, signIn)) return withProvider;
      throw new NotFound(
        "Your organization's sign-in isn't responding, or doesn't match AUTH_OIDC_ISSUER. Try again in a moment, or sign in with your password.",
      );
    },
  };
}

/** Returns better-auth's context; null if it isn't ready within `timeout` milliseconds. */
async function contextWithin(
  { $context }: Accounts,
  timeout: number,
): Promise<LibraryContext | null> {
  const timer = new AbortController();
  const timedOut = delay(timeout, null, { signal: timer.signal, ref: false }).catch(() => null);
  try {
    return await Promise.race([$context, timedOut]);
  } finally {
    timer.abort();
  }
}

/** Returns whether the provider responded with the configured issuer. */
function isReady({ socialProviders }: LibraryContext, { oidc }: SignInConfig): boolean {
  const provider = socialProviders.find(({ id }) => id === PROVIDER);
  return provider?.issuer?.replace(/(?<!\/)\/+$/, "") === oidc?.issuer;
}
