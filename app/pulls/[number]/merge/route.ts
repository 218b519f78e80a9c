import { routes } from "../../../../lib/http/route.ts";
import { pullRequests } from "../../../../lib/services.ts";
import { pullNumber } from "../pull-number.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes<{ number: string }>({
  POST: async ({ params }) => {
    const pulls = await pullRequests();
    const { state } = await pulls.merge(pullNumber(params.number));
    return { state };
  },
});
