import { apiRoutes } from "../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  removePasskey: async ({ params, services: { account, person } }) => {
    await account.removePasskey(person, params.passkeyId);
    return { passkeys: await account.passkeys(person) };
  },
});
