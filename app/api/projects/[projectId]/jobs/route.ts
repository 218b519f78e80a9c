import { z } from "zod";
import { InvalidRequest } from "../../../../../lib/errors.ts";
import { readJson } from "../../../../../lib/http/body.ts";
import { readLimit } from "../../../../../lib/http/limit.ts";
import { json } from "../../../../../lib/http/route.ts";
import { projectRoutes } from "../../../../_server/routes.ts";

const intent = z.strictObject({
  intentKey: z.string(),
  prompt: z.string(),
  feedbackIds: z.array(z.string()),
});

const LIMIT = { default: 50, maximum: 200 };

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = projectRoutes({
  GET: {
    may: "read",
    answer: async ({ params, query, services }) => {
      // What is no number from 1 on is refused by the list itself.
      const limit = readLimit(query.get("limit"), LIMIT) ?? 0;
      const needs = query.get("needs");
      if (needs !== null && needs !== "me") throw new InvalidRequest("needs: can only be me");
      return services.jobs.list(params.projectId, {
        cursor: query.get("cursor"),
        limit,
        states: query.get("status")?.split(",") ?? null,
        page: query.get("page"),
        person: query.get("person"),
        needsMe: needs === "me",
      });
    },
  },
  POST: {
    may: "jobs",
    answer: async ({ params, request, services }) => {
      const asked = await readJson(request, intent);
      const { job, created } = await services.jobs.create(params.projectId, asked, services.person);
      return json({ job }, created ? 201 : 200);
    },
  },
});
