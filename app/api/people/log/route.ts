import { InvalidRequest } from "../../../../lib/errors.ts";
import { personRoutes } from "../../../_server/routes.ts";

const PAGE = 50;

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = personRoutes({
  GET: {
    may: "people",
    answer: async ({ query, services }) => {
      const before = query.get("before");
      if (before !== null && !/^\d{1,15}$/.test(before)) {
        throw new InvalidRequest("before: must be the id of an entry of the log");
      }
      const position = before === null ? null : Number(before);
      const found = await services.people.log({ limit: PAGE + 1, before: position });
      return { log: found.slice(0, PAGE), hasMore: found.length > PAGE };
    },
  },
});
