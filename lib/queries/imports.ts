import { infiniteQueryOptions } from "@tanstack/react-query";
import type { ImportRecord } from "../contract/api/import.ts";
import * as startRoutes from "../contract/api/start-routes.ts";
import { FIRST_NUMBER, request } from "./request.ts";

/** Milliseconds between two requests while an import runs, which may stop without saying so. */
const RUNNING_INTERVAL_MS = 5_000;

/** A project's imports, newest first. */
export const imports = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: ["imports", projectId],
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === null ? {} : { before: String(pageParam) };
      return request(startRoutes.listImports, { params: { projectId }, query, signal });
    },
    initialPageParam: FIRST_NUMBER,
    getNextPageParam: ({ imports: page, hasMore }) => (hasMore ? page.at(-1)?.number : undefined),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ imports: page }) => page.some(({ state }) => state === "running"))
        ? RUNNING_INTERVAL_MS
        : false,
  });

/** Undoes an import, as many of its items at a time as a request takes. */
export async function undoImport(projectId: string, number: number): Promise<ImportRecord> {
  for (;;) {
    const params = { projectId, number: String(number) };
    const record = await request(startRoutes.undoImport, { params });
    if (record.state === "undone") return record;
  }
}
