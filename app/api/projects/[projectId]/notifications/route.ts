import { apiRoutes } from "../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  listNotifications: async ({ params, query, services: { notifications, person } }) =>
    notifications.list(params.projectId, person.id, query.before ?? null),
  markNotificationsRead: async ({ params, body, services: { notifications, person } }) => ({
    unread: await notifications.markRead(params.projectId, person.id, body),
  }),
});
