import { z } from "zod";
import { readJson } from "../../../../../lib/http/body.ts";
import { json, routes } from "../../../../../lib/http/route.ts";
import { embeddedServices } from "../../../../../lib/services.ts";

const named = z.strictObject({ name: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes<{ projectId: string }>({
  GET: async ({ params }) => {
    const { keys } = await embeddedServices(params.projectId);
    return { keys: await keys.list(params.projectId) };
  },
  POST: async ({ params, request }) => {
    const { name } = await readJson(request, named);
    const { keys } = await embeddedServices(params.projectId);
    const { key: secret, ...key } = await keys.create(params.projectId, name);
    return json({ key, secret }, 201);
  },
});
