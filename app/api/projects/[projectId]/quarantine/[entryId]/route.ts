import { apiRoutes } from "../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  dismissSkippedItem: async ({ params, services: { skippedItems, person } }) => {
    await skippedItems.dismiss(params.projectId, params.entryId, person);
    return { total: await skippedItems.count(params.projectId) };
  },
});
