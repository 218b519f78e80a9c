import { apiRoutes } from "../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  dismissQuarantined: async ({ params, services: { quarantine, person } }) => {
    await quarantine.dismiss(params.projectId, params.entryId, person);
    return { total: await quarantine.count(params.projectId) };
  },
});
