import { apiRoutes } from "../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  setPageViews: async ({ params, body, services: { pageViews, person } }) => ({
    pages: await pageViews.replace(params.projectId, body, person),
  }),
});
