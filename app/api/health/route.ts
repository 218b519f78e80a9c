import { currentPerson } from "../../../lib/services.ts";
import { publicRoutes } from "../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = publicRoutes({
  getHealth: async ({ request, services }) => {
    const { status, version, ...details } = await services.health();
    // Monitoring needs no account. Details of projects require a session.
    const isSignedIn = (await currentPerson(request.headers)) !== null;
    return { status, version, ...(isSignedIn ? details : {}) };
  },
});
