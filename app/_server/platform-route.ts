import { isAppError } from "../../lib/errors.ts";
import { assertHost } from "../../lib/http/origin.ts";
import { errorResponse } from "../../lib/http/route.ts";
import { services } from "../../lib/services.ts";

/**
 * The embedded platform over HTTP, for whoever has a key. It needs no origin, a script has none;
 * with a hosted platform there is nothing here.
 */
export async function platformRoute(request: Request): Promise<Response> {
  try {
    const { platform, config } = await services();
    assertHost(request, config);
    if (!platform) return Response.json({ error: "This address doesn't exist." }, { status: 404 });
    return await platform.handle(request);
  } catch (error) {
    // The interface's own error body: `error` is a text there.
    const { status } = errorResponse(error);
    const message = isAppError(error) ? error.message : "The server could not answer.";
    return Response.json({ error: message }, { status });
  }
}
