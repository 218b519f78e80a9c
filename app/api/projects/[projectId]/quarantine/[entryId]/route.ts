import { projectRoutes } from "../../../../../person-routes.ts";
import { quarantineList } from "../quarantine-list.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = projectRoutes<{ entryId: string }>({
  DELETE: {
    may: "triage",
    answer: async ({ params, services }) => {
      await services.quarantine.dismiss(params.projectId, params.entryId, services.person);
      return quarantineList(services, params.projectId);
    },
  },
});
