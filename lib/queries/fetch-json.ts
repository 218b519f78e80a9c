import { AppError, type ErrorCode, HTTP_STATUS, isAppError } from "../errors.ts";

/**
 * Asks the dashboard's own API and gives its JSON.
 * @throws {AppError} as the server said it, or `unavailable` where no server answered
 */
export async function fetchJson<Answer>(
  address: string,
  options: { signal?: AbortSignal; method?: string; body?: object } = {},
): Promise<Answer> {
  const { signal, method = "GET", body } = options;
  const response = await reach(address, {
    signal,
    method,
    headers: body ? { "content-type": "application/json" } : undefined,
    body: body ? JSON.stringify(body) : undefined,
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw failure(answer, response);
  return answer as Answer;
}

async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new AppError("unavailable", "Errata's server does not answer. It may be restarting.", {
      cause,
    });
  }
}

interface ErrorAnswer {
  error: { code: ErrorCode; message: string; details?: { message: string }[] };
}

function isErrorAnswer(answer: unknown): answer is ErrorAnswer {
  const error = (answer as Partial<ErrorAnswer> | null)?.error;
  return typeof error?.message === "string" && Object.hasOwn(HTTP_STATUS, error.code);
}

function failure(answer: unknown, response: Response): AppError {
  if (isErrorAnswer(answer)) {
    const { code, message, details } = answer.error;
    return new AppError(code, message, { details });
  }
  return new AppError("internal", `Errata's server answered ${response.status}.`);
}

/** Whether another try may end differently: the server was away, or said so itself. */
export function isPassing(error: unknown): boolean {
  return isAppError(error) && (error.code === "unavailable" || error.status >= 500);
}
