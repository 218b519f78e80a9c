import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  decideHeldChange: async ({ params: { projectId, jobId }, body, services: { jobs, person } }) => ({
    job: await jobs.decideHeld(projectId, jobId, body.decision, person),
  }),
});
