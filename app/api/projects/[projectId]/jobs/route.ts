import { includesArchived } from "../../../../../lib/queries/jobs.ts";
import { apiRoutes, reply } from "../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  listJobs: async ({ params, query, services }) => {
    const { status, needs, ...rest } = query;
    const states = status?.split(",") ?? null;
    return services.jobs.list(params.projectId, {
      ...rest,
      states,
      needsAttention: needs === "me",
      withArchived: includesArchived(query),
    });
  },
  createJob: async ({ params, body, services: { jobs, person } }) => {
    const { job, created } = await jobs.create(params.projectId, body, person);
    return created ? { job } : reply(200, { job });
  },
});
