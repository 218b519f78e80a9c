import { json } from "../../../../../lib/http/route.ts";
import { personRoutes } from "../../../../_server/routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = personRoutes<{
  personId: string;
}>({
  POST: {
    may: "people",
    answer: async ({ params, services }) =>
      json(await services.people.createPasswordLink(services.person, params.personId), 201),
  },
});
