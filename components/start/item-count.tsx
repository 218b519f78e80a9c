"use client";

import { useQuery } from "@tanstack/react-query";
import { syncStatus } from "../../lib/queries/sync.ts";
import { counted } from "../../lib/text/counted.ts";

/** The number of items in the inbox, which grows while a file is imported. */
export function ItemCount({ projectId }: { projectId: string }) {
  const { data } = useQuery(syncStatus(projectId));
  if (!data) return null;
  return <p role="status">{counted(data.items, "item is", "items are")} in the inbox</p>;
}
