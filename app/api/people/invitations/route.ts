import { apiRoutes } from "../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  createInvitation: async ({ body, services: { people, person } }) => people.invite(person, body),
});
