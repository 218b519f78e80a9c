import { projectRoutes } from "../../../../../../../../_server/routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = projectRoutes<{
  jobId: string;
  messageId: string;
}>({
  POST: {
    may: "jobs",
    answer: async ({ params: { projectId, jobId, messageId }, services }) => {
      return {
        message: await services.jobs.cancelMessage(projectId, jobId, messageId, services.person),
      };
    },
  },
});
