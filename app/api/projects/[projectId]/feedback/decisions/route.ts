import { apiRoutes } from "../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  applyDecisions: async ({ params, body, services: { decisions, person } }) => ({
    results: await decisions.apply(params.projectId, body.decisions, person),
  }),
});
