import { projectRoutes } from "../../../../../../_server/routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = projectRoutes<{
  feedbackId: string;
}>({
  GET: {
    may: "contacts",
    answer: async ({ params, services }) => {
      return { contact: await services.feedback.contact(params.projectId, params.feedbackId) };
    },
  },
});
