import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  getHeldChange: async ({ params: { projectId, jobId }, query, services: { jobs } }) => ({
    diff: await jobs.heldDiff(projectId, jobId, Number(query.page ?? 1)),
  }),
  decideHeldChange: async ({ params: { projectId, jobId }, body, services: { jobs, person } }) => ({
    job: await jobs.decideHeld(projectId, jobId, body, person),
  }),
});
