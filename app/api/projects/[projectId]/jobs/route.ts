import { z } from "zod";
import { InvalidRequest } from "../../../../../lib/errors.ts";
import { readJson } from "../../../../../lib/http/body.ts";
import { json, routes } from "../../../../../lib/http/route.ts";
import { projectServices } from "../../../../../lib/services.ts";

const intent = z.strictObject({
  intentKey: z.string(),
  prompt: z.string(),
  feedbackIds: z.array(z.string()),
});

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes<{ projectId: string }>({
  GET: async ({ params, query }) => {
    const { jobs } = await projectServices(params.projectId);
    const limit = query.get("limit");
    const needs = query.get("needs");
    if (needs !== null && needs !== "me") throw new InvalidRequest("needs: can only be me");
    return jobs.list(params.projectId, {
      cursor: query.get("cursor"),
      limit: limit === null ? undefined : Number(limit),
      states: query.get("status")?.split(",") ?? null,
      page: query.get("page"),
      needsMe: needs === "me",
    });
  },
  POST: async ({ params, request }) => {
    const asked = await readJson(request, intent);
    const { jobs } = await projectServices(params.projectId);
    const { job, created } = await jobs.create(params.projectId, asked);
    return json({ job }, created ? 201 : 200);
  },
});
