import { z } from "zod";
import { readJson } from "../../../../lib/http/body.ts";
import { personRoutes } from "../../../_server/routes.ts";

const passwords = z.strictObject({ current: z.string(), next: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = personRoutes({
  POST: {
    may: "read",
    answer: async ({ request, services }) =>
      services.account.changePassword(request.headers, await readJson(request, passwords)),
  },
});
