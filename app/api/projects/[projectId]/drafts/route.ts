import { apiRoutes } from "../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  listDrafts: async ({ params: { projectId }, services: { drafts, person } }) => ({
    drafts: await drafts.list(projectId, person.id),
  }),
});
