import { apiRoutes } from "../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  createRecoveryCodes: async ({ request, body, services: { account } }) => ({
    recoveryCodes: await account.createRecoveryCodes(request.headers, body.password),
  }),
});
