import { apiRoutes } from "../../../_server/api-routes.ts";

const PAGE_SIZE = 50;

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  listAuditLog: async ({ query: { before = null }, services }) => {
    const found = await services.people.log({ limit: PAGE_SIZE + 1, before });
    return { log: found.slice(0, PAGE_SIZE), hasMore: found.length > PAGE_SIZE };
  },
});
