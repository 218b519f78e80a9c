import { apiRoutes } from "../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  revokeInvitation: async ({ params, services: { people, person } }) => {
    await people.revokeInvitation(person, params.invitationId);
    return people.people();
  },
});
