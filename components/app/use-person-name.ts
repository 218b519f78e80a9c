"use client";

import { useTeammates } from "./use-teammates.ts";

/** Returns a function that names people by ID; undefined while the names are loading. */
export function usePersonName(): (id: string) => string | undefined {
  const all = useTeammates();
  return (id) => all && (all.find((one) => one.id === id)?.name ?? "Deleted teammate");
}
