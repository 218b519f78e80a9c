import { projectRoutes } from "../../../../../../_server/routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = projectRoutes<{ jobId: string }>({
  GET: {
    may: "read",
    answer: async ({ params, services }) => {
      return { report: await services.jobs.report(params.projectId, params.jobId) };
    },
  },
});
