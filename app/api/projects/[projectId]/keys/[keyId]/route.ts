import { apiRoutes } from "../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  revokeKey: async ({ params: { projectId, keyId }, services: { keys, person } }) => {
    await keys.revoke(projectId, keyId, person);
    return { keys: await keys.list(projectId) };
  },
});
