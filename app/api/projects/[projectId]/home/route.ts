import { apiRoutes } from "../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  getHome: async ({ params: { projectId }, services: { home, person } }) =>
    home.read(projectId, person.id),
  recordVisit: async ({ params: { projectId }, body, services: { home, person } }) => {
    await home.visit(projectId, person.id, body);
    return { home: await home.read(projectId, person.id) };
  },
});
