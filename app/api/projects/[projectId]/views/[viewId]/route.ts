import { apiRoutes } from "../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  updateView: async ({ params: { projectId, viewId }, body, services: { views, person } }) =>
    views.change(projectId, viewId, body, person),
  deleteView: async ({ params: { projectId, viewId }, services: { views, person } }) =>
    views.delete(projectId, viewId, person),
});
