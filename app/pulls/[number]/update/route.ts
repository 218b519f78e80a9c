import { apiRoutes } from "../../../_server/api-routes.ts";
import { pullNumber } from "../../../_server/pull-number.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  updatePull: async ({ params, services: { pulls, person } }) => {
    const { state } = await pulls.update(pullNumber(params.number), person);
    return { state };
  },
});
