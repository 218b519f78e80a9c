import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { getHistory } from "../contract/api/home-routes.ts";
import { FIRST_NUMBER, request } from "./request.ts";

/** What was changed in a project, newest first. @param person name of a teammate; null for everyone */
export const projectHistory = (projectId: string, person: string | null) =>
  infiniteQueryOptions({
    // Below the project's feedback, so that whatever changes feedback loads it again.
    queryKey: ["feedback", projectId, "history", person],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        ...(person === null ? {} : { person }),
        ...(pageParam === null ? {} : { before: String(pageParam) }),
      };
      return request(getHistory, { params: { projectId }, query, signal });
    },
    initialPageParam: FIRST_NUMBER,
    getNextPageParam: (part) => part.nextBefore,
    placeholderData: keepPreviousData,
  });
