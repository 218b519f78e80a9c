import { projectRoutes } from "../../../../../_server/routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = projectRoutes<{ jobId: string }>({
  GET: {
    may: "read",
    answer: async ({ params, services }) => {
      return { job: await services.jobs.get(params.projectId, params.jobId) };
    },
  },
});
