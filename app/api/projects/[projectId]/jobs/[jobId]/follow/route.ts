import { followerOf } from "../../../../../../../lib/services.ts";
import { apiRoutes } from "../../../../../../_server/api-routes.ts";
import { eventStreamResponse } from "../../../../../../_server/event-stream.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  followJob: async ({ request, params: { projectId, jobId }, services: { jobs, person } }) => {
    const { isAllowed } = followerOf(person, request.headers);
    return eventStreamResponse(await jobs.follow(projectId, jobId, { isAllowed }));
  },
});
