import { apiRoutes } from "../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  listPasskeys: async ({ services: { account, person } }) => ({
    passkeys: await account.passkeys(person),
  }),
  addPasskey: async ({ request, body, services: { account, person } }) => {
    await account.addPasskey(request.headers, body);
    return { passkeys: await account.passkeys(person) };
  },
});
