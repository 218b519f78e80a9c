import { apiRoutes } from "../../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  editNote: async ({ params, body: { text }, services: { notes, person } }) => {
    const { projectId, feedbackId, noteId: id } = params;
    return { notes: await notes.edit(projectId, feedbackId, { id, text }, person) };
  },
  deleteNote: async ({ params, services: { notes, person } }) => {
    const { projectId, feedbackId, noteId } = params;
    return { notes: await notes.delete(projectId, feedbackId, noteId, person) };
  },
});
