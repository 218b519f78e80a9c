import { itemOfSegment } from "../../lib/contract/api/item-segment.ts";
import {
  type Operation,
  type OperationName,
  type Operations,
  operations,
  type ParsedBody,
  type ParsedQuery,
  type PathParams,
  type ResponseBody,
} from "../../lib/contract/api/operations.ts";
import { parseBody, readJsonValue } from "../../lib/http/body.ts";
import { parseQuery } from "../../lib/http/query.ts";
import { type Handler, json, type RouteContext, routes } from "../../lib/http/route.ts";
import { markRefusals } from "../../lib/http/verdict.ts";
import {
  type AuthorizedServices,
  authorize,
  authorizeProject,
  authorizeSetup,
  type ProcessInfo,
  processInfo,
  type Services,
  services,
} from "../../lib/services.ts";

interface Context<One extends { path: string }, Available> {
  request: Request;
  params: PathParams<One>;
  query: ParsedQuery<One>;
  body: ParsedBody<One>;
  services: Available;
}

/** The body of an operation's response, with a status other than the operation's own. */
class Reply<Body> {
  readonly status: number;
  readonly body: Body;

  constructor(status: number, body: Body) {
    this.status = status;
    this.body = body;
  }
}

export function reply<Body>(status: number, body: Body): Reply<Body> {
  return new Reply(status, body);
}

type Result<One> = One extends { raw: true }
  ? Response
  : ResponseBody<One> | Reply<ResponseBody<One>>;

/** One handler per operation, all of the same path. */
type Handlers<Available> = {
  [Name in OperationName]?: (
    context: Context<Operations[Name], Available>,
  ) => Promise<Result<Operations[Name]>>;
};

/**
 * The methods of a path for people who are signed in; a path of a project requires that it exists.
 * The operation's permission is checked before the request is read, and the services that handlers receive check the
 * person's role again.
 */
export function apiRoutes(handlers: Handlers<AuthorizedServices>) {
  return operationRoutes(handlers, ({ request: { headers }, params: { projectId } }, { needs }) =>
    projectId === undefined
      ? authorize(headers, needs)
      : authorizeProject(projectId, headers, needs),
  );
}

/** The methods of a path for setting up a second factor, before which nothing else is possible. */
export function setupRoutes(handlers: Handlers<AuthorizedServices>) {
  return operationRoutes(handlers, ({ request: { headers } }) => authorizeSetup(headers));
}

/** The methods of a path that needs no session. Handlers decide what they reveal. */
export function publicRoutes(handlers: Handlers<Services>) {
  return operationRoutes(handlers, services);
}

/** The methods of a path that answers without the services, even while the database is down. */
export function processRoutes(handlers: Handlers<ProcessInfo>) {
  return operationRoutes(handlers, async () => processInfo());
}

type UntypedHandler<Available> = (
  context: Omit<RouteContext, "query"> & { query: unknown; body: unknown; services: Available },
) => Promise<object>;

function operationRoutes<Available>(
  handlers: Handlers<Available>,
  open: (context: RouteContext, operation: Operation) => Promise<Available>,
) {
  const byMethod: Partial<Record<Operation["method"] | "HEAD", Handler>> = {};
  for (const [name, handler] of Object.entries(handlers)) {
    const operation: Operation = operations[name as OperationName];
    byMethod[operation.method] = respond(operation, handler as UntypedHandler<Available>, open);
    // A HEAD request must not produce a whole file.
    if (operation.response === null) {
      byMethod.HEAD = respond(operation, async () => new Response(null), open);
    }
  }
  return routes(byMethod);
}

function respond<Available>(
  operation: Operation,
  handler: UntypedHandler<Available>,
  open: (context: RouteContext, operation: Operation) => Promise<Available>,
): Handler {
  return async (context) => {
    const available = await open(context, operation);
    const params = withItem(context.params);
    const query = operation.query && parseQuery(context.query, operation.query);
    const sent = operation.body && (await readJsonValue(context.request));
    // The session, the project, and the query were accepted, and the body is complete.
    const result = await markRefusals(() => {
      const body = operation.body && parseBody(sent, operation.body);
      return handler({ ...context, params, query, body, services: available });
    });
    if (result instanceof Response) return result;
    if (result instanceof Reply) return json(result.body, result.status);
    return json(result, operation.status);
  };
}

/** Returns the path parameters with the item's ID in place of its path segment. */
function withItem(params: Record<string, string>): Record<string, string> {
  const { feedbackId } = params;
  return feedbackId === undefined ? params : { ...params, feedbackId: itemOfSegment(feedbackId) };
}
