import { describe, expect, test } from "vitest";
import { ROLES, type Role } from "../../lib/contract/api/permissions.ts";
import { permittedServices } from "../../lib/services/authorized.ts";
import type { Services } from "../../lib/services/open.ts";

/** Services of which every function answers with its own name. */
function echoing(): Services {
  const room = (name: string) =>
    new Proxy({}, { get: (_, called) => () => `${name}.${String(called)}` });
  return new Proxy({}, { get: (_, name) => room(String(name)) }) as Services;
}

const allowed = (role: Role) =>
  permittedServices({ id: "p", name: "P", email: null, role }, echoing()) as unknown as Record<
    string,
    Record<string, (...given: unknown[]) => unknown>
  >;

/** What comes of a call: `done`, or the code of the refusal. */
function call(role: Role, room: string, name: string): string {
  const exportOptions = { format: "csv", contacts: false };
  try {
    expect(allowed(role)[room]?.[name]?.("docs", {}, exportOptions)).toBe(`${room}.${name}`);
    return "done";
  } catch (error) {
    if (error instanceof Error && "code" in error) return String(error.code);
    throw error;
  }
}

const names = Object.entries(allowed("admin")).flatMap(([room, functions]) =>
  Object.keys(functions).map((name) => [room, name] as const),
);

describe("the services, as people have them", () => {
  test.each(names)("%s.%s grows with the role, and is refused in words below it", (room, name) => {
    const answers = ROLES.map((role) => call(role, room, name));
    expect(answers.at(-1)).toBe("done");
    expect(
      [...answers].sort((one, other) => Number(one === "done") - Number(other === "done")),
    ).toEqual(answers);
    expect(answers.filter((answer) => answer !== "done" && answer !== "forbidden")).toEqual([]);
  });

  test("refuse each role what is not its own", () => {
    const done = (role: Role) =>
      names
        .filter(([room, name]) => call(role, room, name) === "done")
        .map((each) => each.join("."));
    const [viewer, triager] = [done("viewer"), done("triager")];
    const writes =
      /^(triage\.|jobs\.(create|resolve|message|cancelMessage|resolveFeedback|archive)|pulls\.(merge|close)|mirror\.refresh|quarantine\.(list|dismiss)|feedback\.(contact|evidence))/;
    const administers = /^(keys\.|people\.(?!teammates)|settings\.change)/;
    expect(viewer.filter((each) => writes.test(each) || administers.test(each))).toEqual([]);
    expect(triager.filter((each) => administers.test(each))).toEqual([]);
    expect(triager.filter((each) => writes.test(each))).toHaveLength(
      names.filter((each) => writes.test(each.join("."))).length,
    );
  });

  test("give an export with readers' addresses to those alone who may see them", () => {
    const file = (role: Role, contacts: boolean) => () =>
      allowed(role).feedback?.export?.("docs", {}, { format: "csv", contacts });
    expect(file("viewer", false)).not.toThrow();
    expect(file("viewer", true)).toThrow("triager");
    expect(file("triager", true)).not.toThrow();
  });

  test("hold nothing that no table names", () => {
    expect(allowed("admin").mirror).not.toHaveProperty("stop");
    expect(allowed("admin")).not.toHaveProperty("config");
    expect(allowed("admin")).not.toHaveProperty("platform");
  });
});
