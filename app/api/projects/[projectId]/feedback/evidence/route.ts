import { apiRoutes } from "../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  getEvidence: async ({ params: { projectId }, body, services: { feedback } }) => {
    const evidence = await feedback.evidence(projectId, body.ids);
    const pages = new Set(evidence.map(({ page }) => page));
    return { evidence, pulls: await feedback.earlierPulls(projectId, pages) };
  },
});
