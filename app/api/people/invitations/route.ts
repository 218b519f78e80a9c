import { z } from "zod";
import { ROLES } from "../../../../lib/contract/api/permissions.ts";
import { readJson } from "../../../../lib/http/body.ts";
import { json } from "../../../../lib/http/route.ts";
import { personRoutes } from "../../../_server/routes.ts";

const invited = z.strictObject({ email: z.string(), role: z.enum(ROLES) });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = personRoutes({
  POST: {
    may: "people",
    answer: async ({ request, services }) => {
      const who = await readJson(request, invited);
      return json(await services.people.invite(services.person, who), 201);
    },
  },
});
