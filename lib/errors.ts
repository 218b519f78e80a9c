/** Error codes of the dashboard's API and their HTTP status. */
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
  too_many_requests: 429,
  internal: 500,
  contract_mismatch: 502,
  platform_error: 502,
  platform_unreachable: 502,
  platform_timeout: 504,
  unavailable: 503,
  disk_full: 507,
} as const;

/**
 * Name of the header that marks a final rejection: the same request would be rejected at any time,
 * for anyone.
 */
export const REFUSED_HEADER = "errata-refused";

export type ErrorCode = keyof typeof HTTP_STATUS;

/** One problem in a list, such as one invalid query parameter. */
export interface ErrorDetail {
  message: string;
}

const BRAND: unique symbol = Symbol.for("errata.error");

/**
 * Returns whether `error` is an AppError. `instanceof` fails across bundles, and route handlers and
 * the services they call are in different bundles.
 */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && BRAND in error;
}

/**
 * An error with a message for the user: what happened, whether anything was lost, and what to do.
 * Any other error becomes `internal` and its message isn't sent.
 */
export class AppError extends Error {
  // Explicit, because minified builds rename classes and logs show the name.
  override readonly name: string = "AppError";
  readonly [BRAND] = true;
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  /** Milliseconds to wait before retrying. */
  readonly retryAfter: number | undefined;
  /** Whether the server read the request and rejected it for good. Only then does the browser remove an unsaved change. */
  readonly isRefusal: boolean;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      details?: ErrorDetail[];
      retryAfter?: number;
      isRefusal?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.isRefusal = options.isRefusal ?? false;
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

  /** Combines several problems into one error, with one detail each. */
  static of(problems: string[]): InvalidRequest {
    return new InvalidRequest(
      `This request is invalid: ${problems.join("; ")}.`,
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

/** The hourly request limit, minus the reserve, is reached. Nothing was sent. */
export class BudgetExhausted extends AppError {
  override readonly name = "BudgetExhausted";
  constructor(message: string, retryAfter: number) {
    super("budget_exhausted", message, { retryAfter });
  }
}

/** The platform didn't answer in time. A POST may still have been carried out. */
export class PlatformTimeout extends AppError {
  override readonly name = "PlatformTimeout";
  constructor(message: string, cause?: unknown) {
    super("platform_timeout", message, { cause });
  }
}

/** No usable answer: connection refused or reset, redirect to another host, or response too large. */
export class PlatformUnreachable extends AppError {
  override readonly name = "PlatformUnreachable";
  /** Whether the request may have arrived. False only if no connection was made. */
  readonly sent: boolean;

  constructor(message: string, cause?: unknown, sent = true) {
    super("platform_unreachable", message, { cause });
    this.sent = sent;
  }
}

/** The platform's response is too large to be read. */
export class PlatformResponseTooLarge extends AppError {
  override readonly name = "PlatformResponseTooLarge";
  constructor(message: string) {
    super("platform_unreachable", message);
  }
}

/**
 * Statuses below 500 with which a server or a gateway gives up on a request, which the platform may carry out all the
 * same: Request Timeout, Too Early, and nginx's Client Closed Request.
 */
const GIVEN_UP = new Set([408, 425, 499]);

/** The platform responded with an error status. */
export class PlatformHttpError extends AppError {
  override readonly name = "PlatformHttpError";
  readonly upstreamStatus: number;
  readonly body: string;

  constructor(message: string, upstreamStatus: number, body: string, retryAfter?: number) {
    super("platform_error", message, { retryAfter });
    this.upstreamStatus = upstreamStatus;
    this.body = body;
  }

  /** Whether the status means that the platform read the request and didn't carry it out. */
  get isRejection(): boolean {
    return isRejectionStatus(this.upstreamStatus);
  }
}

/**
 * Returns whether an error status means that the platform read the request and didn't carry it out. A redirect without
 * an address, such as 303, doesn't.
 */
export function isRejectionStatus(status: number): boolean {
  return status >= 400 && status < 500 && !GIVEN_UP.has(status);
}

/** The platform answered 2xx with a body that doesn't match the interface. */
export class ContractMismatch extends AppError {
  override readonly name = "ContractMismatch";
  constructor(message: string, cause?: unknown) {
    super("contract_mismatch", message, { cause });
  }
}

/** Returns the code of a system's or driver's error, such as EACCES; null if it has none. */
export function systemCode(error: unknown): string | null {
  return error instanceof Error && "code" in error ? String(error.code) : null;
}
