import { apiRoutes, reply } from "../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  listJobs: async ({ params, query, services }) => {
    const { cursor = null, limit, status, page = null, person = null, batch = null, needs } = query;
    const states = status?.split(",") ?? null;
    const needsAttention = needs === "me";
    return services.jobs.list(params.projectId, {
      cursor,
      limit,
      states,
      page,
      person,
      batch,
      needsAttention,
    });
  },
  createJob: async ({ params, body, services: { jobs, person } }) => {
    const { job, created } = await jobs.create(params.projectId, body, person);
    return created ? { job } : reply(200, { job });
  },
});
