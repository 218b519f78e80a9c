import type { QuarantineList } from "../../../../../lib/queries/quarantine.ts";
import { projectRoutes } from "../../../../_server/routes.ts";

/** Entries of one answer; raw text is long, and one looks at a few at a time. */
const PAGE = 50;

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = projectRoutes({
  GET: {
    may: "contacts",
    answer: async ({ params: { projectId }, query, services }): Promise<QuarantineList> => {
      const { quarantine } = services;
      const [page, total] = await Promise.all([
        quarantine.list(projectId, { limit: PAGE, cursor: query.get("cursor") }),
        quarantine.count(projectId),
      ]);
      return { ...page, total };
    },
  },
});
