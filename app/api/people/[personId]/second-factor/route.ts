import { apiRoutes } from "../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  resetSecondFactor: async ({ params, services: { people, person } }) => {
    await people.resetSecondFactor(person, params.personId);
    return people.people();
  },
});
