import "server-only";
import type { Config } from "../config.ts";
import { isAppError } from "../errors.ts";
import { assertNotDemo } from "./demo.ts";
import { assertHost } from "./origin.ts";
import { errorResponse } from "./route.ts";

/** The parts of the services that answer the platform's clients. */
interface PlatformServices {
  config: Config;
  /** Null with a hosted platform. */
  platform: { handle(request: Request): Promise<Response> } | null;
}

/**
 * Returns the handler that serves the built-in platform over HTTP to clients with a key. It checks no origin,
 * because scripts send none. With a hosted platform every path is 404.
 */
export function platformRoute(
  services: () => Promise<PlatformServices>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      const { platform, config } = await services();
      assertHost(request, config);
      assertNotDemo(request, config);
      if (!platform) {
        return Response.json({ error: "This endpoint doesn't exist." }, { status: 404 });
      }
      return await platform.handle(request);
    } catch (error) {
      // Errors of the platform interface have a string in `error`.
      const { status } = errorResponse(error);
      const message = isAppError(error) ? error.message : "Something went wrong. Try again later.";
      return Response.json({ error: message }, { status });
    }
  };
}
