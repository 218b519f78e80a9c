import { apiRoutes } from "../../../../_server/api-routes.ts";

/** Few, because the raw text of each can be long. */
const PAGE_SIZE = 50;

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  listSkippedItems: async ({ params, query: { cursor = null }, services: { skippedItems } }) => {
    const [page, total] = await Promise.all([
      skippedItems.list(params.projectId, { limit: PAGE_SIZE, cursor }),
      skippedItems.count(params.projectId),
    ]);
    return { ...page, total };
  },
});
