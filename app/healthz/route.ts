import { processRoutes } from "../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = processRoutes({
  getLiveness: async ({ services: { version, commit } }) => ({ status: "ok", version, commit }),
});
