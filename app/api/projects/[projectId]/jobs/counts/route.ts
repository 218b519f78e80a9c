import { projectRoutes } from "../../../../../_server/routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = projectRoutes({
  GET: {
    may: "read",
    answer: async ({ params, services }) => {
      return services.jobs.counts(params.projectId);
    },
  },
});
