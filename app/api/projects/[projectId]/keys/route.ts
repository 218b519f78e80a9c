import { z } from "zod";
import { readJson } from "../../../../../lib/http/body.ts";
import { json } from "../../../../../lib/http/route.ts";
import { projectRoutes } from "../../../../_server/routes.ts";

const named = z.strictObject({ name: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = projectRoutes({
  GET: {
    may: "keys",
    answer: async ({ params, services }) => {
      return { keys: await services.keys.list(params.projectId) };
    },
  },
  POST: {
    may: "keys",
    answer: async ({ params, request, services }) => {
      const { name } = await readJson(request, named);
      const { key: secret, ...key } = await services.keys.create(
        params.projectId,
        name,
        services.person,
      );
      return json({ key, secret }, 201);
    },
  },
});
