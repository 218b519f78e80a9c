import { z } from "zod";
import { ROLES } from "../../../../lib/contract/api/permissions.ts";
import { readJson } from "../../../../lib/http/body.ts";
import { personRoutes } from "../../../_server/routes.ts";

const change = z.union([
  z.strictObject({ role: z.enum(ROLES) }),
  z.strictObject({ disabled: z.boolean() }),
]);

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = personRoutes<{
  personId: string;
}>({
  PATCH: {
    may: "people",
    answer: async ({ params, request, services }) => {
      const wanted = await readJson(request, change);
      const { people, person } = services;
      if ("role" in wanted) await people.setRole(person, params.personId, wanted.role);
      else await people.setDisabled(person, params.personId, wanted.disabled);
      return people.people();
    },
  },
});
