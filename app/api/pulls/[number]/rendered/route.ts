import { apiRoutes } from "../../../../_server/api-routes.ts";
import { pullNumber } from "../../../../_server/pull-number.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  renderPullPage: async ({ params, query, services: { pulls } }) => ({
    rendered: await pulls.render(pullNumber(params.number), query),
  }),
});
