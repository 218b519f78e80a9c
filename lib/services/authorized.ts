import "server-only";
import { assertPermission } from "../auth/role.ts";
import type { Person } from "../contract/api/people.ts";
import { may, type Permission } from "../contract/api/permissions.ts";
import { maskAnswer } from "../text/email-addresses.ts";
import { ACCESS } from "./access.ts";
import type { Services } from "./open.ts";

type Table = typeof ACCESS;

type Permitted<Room> = {
  [Name in keyof Room]: Room[Name] extends (...given: infer Given) => infer Answer
    ? (...given: Given) => Promise<Awaited<Answer>>
    : never;
};

/** The services for one person. Each function throws `Forbidden` without the permission it needs. */
export type PermittedServices = {
  [Room in keyof Table]: Permitted<Pick<Services[Room], keyof Table[Room] & keyof Services[Room]>>;
};

type Callable<Answer = unknown> = (...given: never[]) => Answer;

/** A row of the table for any function. See `Access`. */
interface Row {
  need: Permission | Callable<Permission>;
  limit?: "read" | "export";
  records?(given: unknown, answer: unknown): readonly [string, string] | null;
  masks?: boolean | { given?: Callable; answer: boolean | ((answer: unknown) => unknown) };
}

/** Returns the services for one person. The table of access applies to every call. */
export function permittedServices(person: Person, services: Services): PermittedServices {
  // Only the table's own type knows the arguments and the answer of each function.
  const rooms = Object.entries(ACCESS as Record<string, Record<string, Row>>);
  const permitted = rooms.map(([room, rows]) => {
    const functions: Record<string, Callable> = Reflect.get(services, room);
    const calls = Object.entries(rows).map(([name, row]) => [
      name,
      (...given: never[]) => callFor(person, services, row, functions[name], given),
    ]);
    return [room, Object.fromEntries(calls)];
  });
  return Object.fromEntries(permitted);
}

async function callFor(
  person: Person,
  { readLimits, auth }: Pick<Services, "readLimits" | "auth">,
  { need, limit, records, masks = false }: Row,
  call: Callable | undefined,
  given: never[],
): Promise<unknown> {
  assertPermission(person, typeof need === "function" ? need(...given) : need);
  if (limit === "read") readLimits.read(person.id);
  const isMasked = !may(person.role, "contacts");
  const masking = typeof masks === "object" ? masks : { answer: masks };
  const sent = isMasked && masking.given ? (masking.given(...given) as never[]) : given;
  const answer = await (limit === "export"
    ? readLimits.export(person.id, () => call?.(...sent) as ReadableStream)
    : call?.(...sent));
  const entry = records?.(given, answer);
  if (entry) await record(auth, person, entry, answer);
  if (!isMasked || masking.answer === false) return answer;
  return masking.answer === true ? maskAnswer(answer) : masking.answer(answer);
}

/** Writes to the audit log before the answer is returned. A file that isn't returned ends. */
async function record(
  { audit }: Services["auth"],
  person: Person,
  [action, subject]: readonly [string, string],
  answer: unknown,
): Promise<void> {
  try {
    await audit.record(person, action, subject);
  } catch (error) {
    if (answer instanceof ReadableStream) await answer.cancel();
    throw error;
  }
}
