import { apiRoutes } from "../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  startPasskey: async ({ request, body, services: { account } }) =>
    account.startPasskey(request.headers, body.password),
});
