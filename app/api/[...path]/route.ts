import { NotFound } from "../../../lib/errors.ts";
import { routes } from "../../../lib/http/route.ts";

const nothing = async (): Promise<never> => {
  throw new NotFound("This endpoint doesn't exist.");
};

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes({
  GET: nothing,
  POST: nothing,
  PUT: nothing,
  PATCH: nothing,
  DELETE: nothing,
});
