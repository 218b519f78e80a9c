import { publicRoutes } from "../../_server/api-routes.ts";

// The link is the only credential, so links are long, expire, and work once.
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = publicRoutes({
  acceptInvitation: async ({ request, body: { token, ...account }, services }) =>
    services.auth.accept(token, account, request.headers),
});
