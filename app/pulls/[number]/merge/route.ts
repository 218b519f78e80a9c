import { personRoutes } from "../../../person-routes.ts";
import { pullNumber } from "../pull-number.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = personRoutes<{ number: string }>({
  POST: {
    may: "jobs",
    answer: async ({ params, services }) => {
      const { state } = await services.pulls.merge(pullNumber(params.number), services.person);
      return { state };
    },
  },
});
