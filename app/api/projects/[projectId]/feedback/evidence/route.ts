import { apiRoutes } from "../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  getEvidence: async ({ params: { projectId }, body, services: { feedback, pulls } }) => {
    const evidence = await feedback.evidence(projectId, body.ids);
    const pages = new Set(evidence.map(({ page }) => page));
    const files = [...new Set(evidence.flatMap(({ file }) => file ?? []))];
    const [earlier, others] = await Promise.all([
      feedback.earlierPulls(projectId, pages),
      pulls.ofFiles(files),
    ]);
    return { evidence, pulls: earlier, others };
  },
});
