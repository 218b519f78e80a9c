import { z } from "zod";
import { InvalidRequest } from "../../../../../lib/errors.ts";
import { readJson } from "../../../../../lib/http/body.ts";
import { readLimit } from "../../../../../lib/http/limit.ts";
import { json, routes } from "../../../../../lib/http/route.ts";
import { projectServices } from "../../../../../lib/services.ts";

const intent = z.strictObject({
  intentKey: z.string(),
  prompt: z.string(),
  feedbackIds: z.array(z.string()),
});

const LIMIT = { default: 50, maximum: 200 };

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes<{ projectId: string }>({
  GET: async ({ params, query }) => {
    const { jobs } = await projectServices(params.projectId);
    // What is no number from 1 on is refused by the list itself.
    const limit = readLimit(query.get("limit"), LIMIT) ?? 0;
    const needs = query.get("needs");
    if (needs !== null && needs !== "me") throw new InvalidRequest("needs: can only be me");
    return jobs.list(params.projectId, {
      cursor: query.get("cursor"),
      limit,
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
