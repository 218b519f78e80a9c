"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useState } from "react";
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

function makeQueryClient(): QueryClient {
  return new QueryClient({
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
