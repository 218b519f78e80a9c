import { apiRoutes } from "../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  getEvidence: async ({ params, body, services }) => ({
    evidence: await services.feedback.evidence(params.projectId, body.ids),
  }),
});
