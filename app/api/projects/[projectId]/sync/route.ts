import { json } from "../../../../../lib/http/route.ts";
import { projectRoutes } from "../../../../_server/routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = projectRoutes({
  GET: {
    may: "read",
    answer: async ({ params, services }) => {
      return services.mirror.status(params.projectId);
    },
  },
  POST: {
    may: "sync",
    answer: async ({ params, services }) => {
      return json(await services.mirror.refresh(params.projectId), 202);
    },
  },
});
