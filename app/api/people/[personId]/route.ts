import { apiRoutes } from "../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  updatePerson: async ({ params: { personId }, body, services: { people, person } }) => {
    if ("role" in body) await people.setRole(person, personId, body.role);
    else await people.setDisabled(person, personId, body.disabled);
    return people.people();
  },
  deletePerson: async ({ params: { personId }, services: { people, person } }) => {
    await people.delete(person, personId);
    return people.people();
  },
});
