import { followerOf } from "../../../../../lib/services.ts";
import { apiRoutes } from "../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  followChanges: async ({ request, params, services }) => {
    const { headers } = request;
    const follower = followerOf(services.person, headers);
    const lastRevision = headers.get("last-event-id");
    const stream = await services.changes.follow(params.projectId, follower, lastRevision);
    return new Response(stream, {
      headers: {
        "content-type": "text/event-stream; charset=utf-8",
        // Compression and proxies would hold events back.
        "cache-control": "no-store, no-transform",
        "x-accel-buffering": "no",
        "x-content-type-options": "nosniff",
      },
    });
  },
});
