"use client";

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useEffect, useState } from "react";
import { isAppError } from "../../lib/errors.ts";
import { isPassing } from "../../lib/queries/fetch-json.ts";
import { NonceContext } from "./nonce.ts";
import type { Theme } from "./theme.ts";
import { ThemeProvider } from "./theme-switch.tsx";
import { TimeProvider } from "./time.tsx";

/** What every page stands on: the query cache, the address, the theme and the clock on the wall. */
export function Providers(props: {
  nonce: string | undefined;
  theme: Theme;
  zone: string;
  now: number;
  children: ReactNode;
}) {
  const [client] = useState(makeQueryClient);
  useEffect(markHydrated, []);
  return (
    <NonceContext value={props.nonce}>
      <QueryClientProvider client={client}>
        <NuqsAdapter>
          <ThemeProvider initial={props.theme}>
            <TimeProvider zone={props.zone} now={props.now}>
              {props.children}
            </TimeProvider>
          </ThemeProvider>
        </NuqsAdapter>
      </QueryClientProvider>
    </NonceContext>
  );
}

/** For whoever drives the page by a program: clicks and keys count from here on. */
function markHydrated(): void {
  document.documentElement.dataset.hydrated = "";
}

/** Whoever is not signed in any more is told so, and comes back to the same address. */
function leaveWhenSessionEnded(error: Error): void {
  if (!isAppError(error) || error.code !== "unauthenticated") return;
  const here = `${location.pathname}${location.search}`;
  location.assign(`/session-ended?next=${encodeURIComponent(here)}`);
}

function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: leaveWhenSessionEnded }),
    mutationCache: new MutationCache({
      onError: (error, _given, _context, mutation) => {
        if (!mutation.meta?.handlesUnauthenticated) leaveWhenSessionEnded(error);
      },
    }),
    defaultOptions: {
      queries: {
        // The server's HTML brought these rows a moment ago; do not ask for them again at once.
        staleTime: 5_000,
        refetchOnWindowFocus: false,
        retry: (attempts, error) => attempts < 3 && isPassing(error),
      },
    },
  });
}
