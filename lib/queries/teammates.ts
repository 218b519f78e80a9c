import { queryOptions } from "@tanstack/react-query";
import { listTeammates } from "../contract/api/routes.ts";
import { request } from "./request.ts";

/** The names of everyone with an account. */
export const teammates = queryOptions({
  queryKey: ["teammates"],
  queryFn: ({ signal }) => request(listTeammates, { signal }),
  staleTime: 60_000,
  // Needed to assign items even if the server has gone away since.
  gcTime: Number.POSITIVE_INFINITY,
});
