import { apiRoutes } from "../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  undoFeedbackChange: async ({ params, body, services: { triage, person } }) =>
    triage.undo(params.projectId, body.token, person),
});
