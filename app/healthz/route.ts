import { publicRoutes } from "../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = publicRoutes({
  getLiveness: async ({ services: { version } }) => ({ status: "ok", version }),
});
