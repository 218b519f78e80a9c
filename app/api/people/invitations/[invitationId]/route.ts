import { personRoutes } from "../../../../_server/routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = personRoutes<{
  invitationId: string;
}>({
  DELETE: {
    may: "people",
    answer: async ({ params, services }) => {
      await services.people.revokeInvitation(services.person, params.invitationId);
      return services.people.people();
    },
  },
});
