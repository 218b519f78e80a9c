import { routes } from "../../../../../lib/http/route.ts";
import { projectServices } from "../../../../../lib/services.ts";
import { quarantineList } from "./quarantine-list.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes<{ projectId: string }>({
  GET: async ({ params }) =>
    quarantineList(await projectServices(params.projectId), params.projectId),
});
