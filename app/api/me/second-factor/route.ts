import { setupRoutes } from "../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = setupRoutes({
  startSecondFactor: async ({ request, body, services: { account } }) => ({
    secondFactor: await account.startSecondFactor(request.headers, body.password),
  }),
});
