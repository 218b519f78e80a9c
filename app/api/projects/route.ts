import { routes } from "../../../lib/http/route.ts";
import { services } from "../../../lib/services.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes({
  GET: async () => ({ projects: await (await services()).projects() }),
});
