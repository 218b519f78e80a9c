import { apiRoutes } from "../../../../../_server/api-routes.ts";

const keyOf = (
  { projectId, draftId }: { projectId: string; draftId: string },
  { person }: { person: { id: string } },
) => ({ projectId, personId: person.id, id: draftId });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  getDraft: async ({ params, services }) => ({
    draft: await services.drafts.read(keyOf(params, services)),
  }),
  saveDraft: async ({ params, body, services }) => {
    await services.drafts.save(keyOf(params, services), body);
    return {};
  },
  deleteDraft: async ({ params, query, services }) => {
    await services.drafts.delete(keyOf(params, services), query.follows.split(","));
    return {};
  },
});
