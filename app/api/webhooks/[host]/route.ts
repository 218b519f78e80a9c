import { readBytes } from "../../../../lib/http/body.ts";
import { json, routes } from "../../../../lib/http/route.ts";
import { services } from "../../../../lib/services.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes(
  {
    POST: async ({ request, params: { host = "" } }) => {
      const { webhooks } = await services();
      await webhooks.receive(host, request.headers, () => readBytes(request));
      return json({}, 202);
    },
  },
  // The signature or the token says that the code host sent it.
  () => undefined,
);
