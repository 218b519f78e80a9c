import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  addNote: async ({ params: { projectId, feedbackId }, body, services: { notes, person } }) => ({
    notes: await notes.add(projectId, feedbackId, body, person),
  }),
});
