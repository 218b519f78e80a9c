import { publicRoutes } from "../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = publicRoutes({
  getReadiness: async ({ services: { assertReady, version, warnings } }) => {
    await assertReady();
    return { status: "ready", version, warnings: await warnings() };
  },
});
