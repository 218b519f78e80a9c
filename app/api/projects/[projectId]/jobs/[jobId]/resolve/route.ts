import { projectRoutes } from "../../../../../../_server/routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = projectRoutes<{ jobId: string }>({
  POST: {
    may: "jobs",
    answer: async ({ params, services }) => {
      return services.jobs.resolveFeedback(params.projectId, params.jobId, services.person);
    },
  },
});
