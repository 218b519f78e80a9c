import { platformRoute } from "../../_server/platform-route.ts";

export const GET = platformRoute;
export const POST = platformRoute;
export const PUT = platformRoute;
export const PATCH = platformRoute;
export const DELETE = platformRoute;
export const HEAD = platformRoute;
export const OPTIONS = platformRoute;
