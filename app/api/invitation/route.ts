import { z } from "zod";
import { readJson } from "../../../lib/http/body.ts";
import { routes } from "../../../lib/http/route.ts";
import { services } from "../../../lib/services.ts";

const account = z.strictObject({
  token: z.string(),
  name: z.string(),
  password: z.string(),
  email: z.string().optional(),
});

// Whoever has the link is asked nothing else: it is why links are long, end, and work once.
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes({
  POST: async ({ request }) => {
    const { token, ...wanted } = await readJson(request, account);
    return (await services()).auth.accept(token, wanted, request.headers);
  },
});
