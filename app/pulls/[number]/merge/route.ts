import { pullNumber } from "../../../_server/pull-number.ts";
import { personRoutes } from "../../../_server/routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = personRoutes<{ number: string }>({
  POST: {
    may: "jobs",
    answer: async ({ params, services }) => {
      const { state } = await services.pulls.merge(pullNumber(params.number), services.person);
      return { state };
    },
  },
});
