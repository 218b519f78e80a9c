import { personRoutes } from "../../_server/routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = personRoutes({
  GET: { may: "people", answer: async ({ services }) => services.people.people() },
});
