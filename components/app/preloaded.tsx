"use client";

import { type DehydratedState, HydrationBoundary, hashKey } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import type { PreloadedQuery } from "../../lib/queries/preloaded.ts";

/** Puts data from the server's HTML into the query cache, unless the cache has newer data. */
export function Preloaded(props: { queries: PreloadedQuery[]; children: ReactNode }) {
  const { queries } = props;
  const state = useMemo(() => ({ mutations: [], queries: queries.map(hydratable) }), [queries]);
  return <HydrationBoundary state={state}>{props.children}</HydrationBoundary>;
}

/** Returns a query in the format of `dehydrate`, which would add more JavaScript than this does. */
function hydratable([queryKey, data, dataUpdatedAt]: PreloadedQuery): DehydratedQuery {
  return {
    queryKey,
    queryHash: hashKey(queryKey),
    dehydratedAt: dataUpdatedAt,
    state: {
      data,
      dataUpdatedAt,
      dataUpdateCount: 1,
      status: "success",
      fetchStatus: "idle",
      isInvalidated: false,
      error: null,
      errorUpdatedAt: 0,
      errorUpdateCount: 0,
      fetchFailureCount: 0,
      fetchFailureReason: null,
      fetchMeta: null,
    },
  };
}

type DehydratedQuery = DehydratedState["queries"][number];
