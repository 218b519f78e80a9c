import { isAppError } from "../../lib/errors.ts";
import { assertHost } from "../../lib/http/origin.ts";
import { errorResponse } from "../../lib/http/route.ts";
import { services } from "../../lib/services.ts";

/**
 * Serves the built-in platform over HTTP to clients with a key. It checks no origin, because scripts
 * send none. With a hosted platform every path is 404.
 */
export async function platformRoute(request: Request): Promise<Response> {
  try {
    const { platform, config } = await services();
    assertHost(request, config);
    if (!platform) return Response.json({ error: "This address doesn't exist." }, { status: 404 });
    return await platform.handle(request);
  } catch (error) {
    // Errors of the platform interface have a string in `error`.
    const { status } = errorResponse(error);
    const message = isAppError(error) ? error.message : "Something went wrong. Try again later.";
    return Response.json({ error: message }, { status });
  }
}
