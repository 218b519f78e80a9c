import { apiRoutes } from "../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  createPasswordLink: async ({ params, services: { people, person } }) =>
    people.createPasswordLink(person, params.personId),
});
