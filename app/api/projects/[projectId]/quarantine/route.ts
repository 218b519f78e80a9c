import { projectRoutes } from "../../../../person-routes.ts";
import { quarantineList } from "./quarantine-list.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = projectRoutes({
  GET: {
    may: "contacts",
    answer: async ({ params, services }) => quarantineList(services, params.projectId),
  },
});
