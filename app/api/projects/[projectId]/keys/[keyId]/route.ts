import { projectRoutes } from "../../../../../_server/routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = projectRoutes<{ keyId: string }>({
  DELETE: {
    may: "keys",
    answer: async ({ params, services }) => {
      await services.keys.revoke(params.projectId, params.keyId, services.person);
      return { keys: await services.keys.list(params.projectId) };
    },
  },
});
