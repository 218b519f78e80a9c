import { projectRoutes } from "../../../../../_server/routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = projectRoutes<{
  feedbackId: string;
}>({
  GET: {
    may: "read",
    answer: async ({ params, services }) => {
      return services.feedback.detail(params.projectId, params.feedbackId);
    },
  },
});
