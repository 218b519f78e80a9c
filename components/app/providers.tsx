"use client";

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { isAppError } from "../../lib/errors.ts";
import { followConnection } from "../../lib/queries/follow-connection.ts";
import { hideGatewayErrorsFromRouter } from "../../lib/queries/gateway.ts";
import { isTransient } from "../../lib/queries/request.ts";
import { startPreloading } from "../ui/preload.ts";
import type { Theme } from "./theme.ts";
import { ThemeProvider } from "./theme-switch.tsx";
import { TimeProvider } from "./time.tsx";

/** Contexts that every page needs: query cache, URL state, theme, locale, and current time. */
export function Providers(props: {
  theme: Theme;
  locale: string;
  zone: string;
  now: number;
  children: ReactNode;
}) {
  const [client] = useState(makeQueryClient);
  useEffect(markHydrated, []);
  useEffect(() => followConnection(client), [client]);
  return (
    <QueryClientProvider client={client}>
      <ThemeProvider initial={props.theme}>
        <TimeProvider locale={props.locale} zone={props.zone} now={props.now}>
          {props.children}
        </TimeProvider>
      </ThemeProvider>
    </QueryClientProvider>
  );
}

/** Tells browser automation that the page now responds to clicks and keys, and prepares the rest. */
function markHydrated(): void {
  document.documentElement.dataset.hydrated = "";
  hideGatewayErrorsFromRouter();
  startPreloading();
}

/** Sends people whose session ended to sign in, and then back to the current URL. */
function redirectIfSessionEnded(error: Error): void {
  if (!isAppError(error) || error.code !== "unauthenticated") return;
  const currentUrl = `${location.pathname}${location.search}`;
  location.assign(`/session-ended?next=${encodeURIComponent(currentUrl)}`);
}

function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: redirectIfSessionEnded }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        if (!mutation.meta?.handlesUnauthenticated) redirectIfSessionEnded(error);
      },
    }),
    defaultOptions: {
      mutations: { networkMode: "always" },
      queries: {
        // The server may be on this computer, so the browser can't know that a request would fail.
        networkMode: "always",
        // The server's HTML already includes this data, so don't refetch it right away.
        staleTime: 5_000,
        refetchOnWindowFocus: false,
        retry: (attempts, error) => attempts < 3 && isTransient(error),
      },
    },
  });
}
