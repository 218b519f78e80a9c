import { z } from "zod";
import { readJson } from "../../../../lib/http/body.ts";
import { routes } from "../../../../lib/http/route.ts";
import { services } from "../../../../lib/services.ts";

// Signing in and out, and the way back from the provider.
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes({
  GET: async ({ request }) => (await services()).auth.handle(request),
  POST: async ({ request }) => {
    // Read here, as the library would read a body of any length.
    const body = await readJson(request, z.unknown());
    return (await services()).auth.handle(request, body);
  },
});
