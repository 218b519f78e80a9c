import { followerOf } from "../../../../../lib/services.ts";
import { apiRoutes } from "../../../../_server/api-routes.ts";
import { eventStreamResponse } from "../../../../_server/event-stream.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  followChanges: async ({ request, params, services }) => {
    const { headers } = request;
    const follower = followerOf(services.person, headers);
    const lastRevision = headers.get("last-event-id");
    const stream = await services.changes.follow(params.projectId, follower, lastRevision);
    return eventStreamResponse(stream);
  },
});
