import { apiRoutes } from "../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  turnOffSecondFactor: async ({ request, body, services: { account } }) =>
    account.turnOffSecondFactor(request.headers, body.password),
});
