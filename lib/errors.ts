/** Every code that the dashboard's API answers with, and its HTTP status. The only such table. */
export const HTTP_STATUS = {
  invalid_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  budget_exhausted: 429,
  too_many_attempts: 429,
  internal: 500,
  contract_mismatch: 502,
  platform_error: 502,
  platform_unreachable: 502,
  platform_timeout: 504,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof HTTP_STATUS;

/** One problem of several, such as one invalid query parameter. */
export interface ErrorDetail {
  message: string;
}

const BRAND: unique symbol = Symbol.for("errata.error");

/**
 * Whether `error` is one of ours. `instanceof` says no to an error of another bundle of the same
 * server, and handlers are bundled apart from the services they call.
 */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && BRAND in error;
}

/**
 * A failure whose message is written for the person who reads it: what happened, whether anything
 * was lost, what to do next. Anything that is not an AppError is answered as `internal`, unsaid.
 */
export class AppError extends Error {
  // Minified builds rename classes; what logs say should not depend on it.
  override readonly name: string = "AppError";
  readonly [BRAND] = true;
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  /** Milliseconds after which another try makes sense. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: ErrorDetail[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
  }

  get status(): number {
    return HTTP_STATUS[this.code];
  }
}

export class InvalidRequest extends AppError {
  override readonly name = "InvalidRequest";
  constructor(message: string, details?: ErrorDetail[]) {
    super("invalid_request", message, { details });
  }

  /** One failure of several problems, each of which is a detail. */
  static of(problems: string[]): InvalidRequest {
    return new InvalidRequest(
      `The request is not valid: ${problems.join("; ")}.`,
      problems.map((message) => ({ message })),
    );
  }
}

export class Forbidden extends AppError {
  override readonly name = "Forbidden";
  constructor(message: string) {
    super("forbidden", message);
  }
}

export class NotFound extends AppError {
  override readonly name = "NotFound";
  constructor(message: string) {
    super("not_found", message);
  }
}

export class Conflict extends AppError {
  override readonly name = "Conflict";
  constructor(message: string) {
    super("conflict", message);
  }
}

/** Nothing was sent: the hour's requests (less the reserve) are spent. */
export class BudgetExhausted extends AppError {
  override readonly name = "BudgetExhausted";
  constructor(message: string, retryAfter: number) {
    super("budget_exhausted", message, { retryAfter });
  }
}

/** No answer in time. A POST that ends so may or may not have been carried out. */
export class PlatformTimeout extends AppError {
  override readonly name = "PlatformTimeout";
  constructor(message: string, cause?: unknown) {
    super("platform_timeout", message, { cause });
  }
}

/** No usable connection: refused, reset, redirected elsewhere, or an answer too large to read. */
export class PlatformUnreachable extends AppError {
  override readonly name = "PlatformUnreachable";
  /** Whether the request may have arrived: false only where no connection came about. */
  readonly sent: boolean;

  constructor(message: string, cause?: unknown, sent = true) {
    super("platform_unreachable", message, { cause });
    this.sent = sent;
  }
}

/** The platform answered with an error status; `upstreamStatus` and `body` say which. */
export class PlatformHttpError extends AppError {
  override readonly name = "PlatformHttpError";
  readonly upstreamStatus: number;
  readonly body: string;

  constructor(message: string, upstreamStatus: number, body: string, retryAfter?: number) {
    super("platform_error", message, { retryAfter });
    this.upstreamStatus = upstreamStatus;
    this.body = body;
  }
}

/** The platform answered 2xx with something that the interface does not describe. */
export class ContractMismatch extends AppError {
  override readonly name = "ContractMismatch";
  constructor(message: string, cause?: unknown) {
    super("contract_mismatch", message, { cause });
  }
}
