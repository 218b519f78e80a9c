"use client";

import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { unpackRows } from "../../lib/queries/packed-rows.ts";
import type { PreloadedQuery } from "../../lib/queries/preloaded.ts";

/** Puts data from the server's HTML into the query cache, unless the cache has newer data. */
export function Preloaded(props: { queries: PreloadedQuery[]; children: ReactNode }) {
  const { queries } = props;
  const state = useMemo(() => {
    const client = new QueryClient();
    for (const [key, data, updatedAt] of queries) {
      client.setQueryData(key, unpackRows(data), { updatedAt });
    }
    return dehydrate(client);
  }, [queries]);
  return <HydrationBoundary state={state}>{props.children}</HydrationBoundary>;
}
