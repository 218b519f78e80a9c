import { z } from "zod";
import { readJson } from "../../../../lib/http/body.ts";
import { routes } from "../../../../lib/http/route.ts";
import { services } from "../../../../lib/services.ts";

// The sign-in library's own paths: signing in and out, and the provider's callback.
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes({
  GET: async ({ request }) => (await services()).auth.handle(request),
  POST: async ({ request }) => {
    // The library has no size limit for bodies; `readJson` has one.
    const body = await readJson(request, z.unknown());
    return (await services()).auth.handle(request, body);
  },
});
