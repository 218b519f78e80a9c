import { projectRoutes } from "../../../../../_server/routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = projectRoutes<{ entryId: string }>({
  DELETE: {
    may: "triage",
    answer: async ({ params, services }) => {
      const { quarantine, person } = services;
      await quarantine.dismiss(params.projectId, params.entryId, person);
      return { total: await quarantine.count(params.projectId) };
    },
  },
});
