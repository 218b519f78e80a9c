import { apiRoutes } from "../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  changePassword: async ({ request, body, services }) =>
    services.account.changePassword(request.headers, body),
});
