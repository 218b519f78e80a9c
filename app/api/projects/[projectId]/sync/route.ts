import { json, routes } from "../../../../../lib/http/route.ts";
import { projectServices } from "../../../../../lib/services.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes<{ projectId: string }>({
  GET: async ({ params }) => {
    const { mirror } = await projectServices(params.projectId);
    return mirror.status(params.projectId);
  },
  POST: async ({ params }) => {
    const { mirror } = await projectServices(params.projectId);
    return json(await mirror.refresh(params.projectId), 202);
  },
});
