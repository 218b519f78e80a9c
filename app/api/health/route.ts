import { routes } from "../../../lib/http/route.ts";
import { currentPerson, services } from "../../../lib/services.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes({
  GET: async ({ request }) => {
    const { status, ...details } = await (await services()).health();
    // A monitor needs no account; what is in the projects is for people.
    return (await currentPerson(request.headers)) ? { status, ...details } : { status };
  },
});
