import { apiRoutes } from "../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  listViews: async ({ params: { projectId }, services: { views, person } }) =>
    views.list(projectId, person),
  createView: async ({ params: { projectId }, body, services: { views, person } }) =>
    views.create(projectId, body, person),
  arrangeViews: async ({ params: { projectId }, body, services: { views, person } }) =>
    views.arrange(projectId, body, person),
});
