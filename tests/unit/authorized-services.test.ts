import { describe, expect, expectTypeOf, test } from "vitest";
import { ROLES, type Role } from "../../lib/contract/api/permissions.ts";
import type { AccessOf } from "../../lib/services/access.ts";
import { permittedServices } from "../../lib/services/authorized.ts";
import type { Services } from "../../lib/services/open.ts";
import { createReadLimits } from "../../lib/services/read-limits.ts";

/** Services of which every function answers with its own name, and that record nothing. */
function echoing(): Services {
  const room = (name: string) =>
    new Proxy({}, { get: (_, called) => () => `${name}.${String(called)}` });
  const readLimits = {
    ...createReadLimits({ now: () => 0 }),
    export: start,
    checkExport: () => "readLimits.checkExport",
  };
  const auth = { audit: { record: async () => undefined } };
  return new Proxy({ auth, readLimits } as object, {
    get: (known, name) => Reflect.get(known, name) ?? room(String(name)),
  }) as Services;
}

const start = (_: string, open: () => unknown) => open();

const allowed = (role: Role) =>
  permittedServices({ id: "p", name: "P", email: null, role }, echoing()) as unknown as Record<
    string,
    Record<string, (...given: unknown[]) => unknown>
  >;

/** What comes of a call: `done`, or the code of the refusal. */
async function call(role: Role, room: string, name: string): Promise<string> {
  const exportOptions = { format: "csv", contacts: false };
  try {
    await allowed(role)[room]?.[name]?.("docs", {}, exportOptions);
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
  test.each(names)(
    "%s.%s grows with the role, and is refused in words below it",
    async (room, name) => {
      expect(await allowed("admin")[room]?.[name]?.("docs", {}, {})).toBe(`${room}.${name}`);
      const answers = await Promise.all(ROLES.map((role) => call(role, room, name)));
      expect(answers.at(-1)).toBe("done");
      expect(
        [...answers].sort((one, other) => Number(one === "done") - Number(other === "done")),
      ).toEqual(answers);
      expect(answers.filter((answer) => answer !== "done" && answer !== "forbidden")).toEqual([]);
    },
  );

  test("refuse each role what is not its own", async () => {
    const done = async (role: Role) => {
      const answers = await Promise.all(names.map(([room, name]) => call(role, room, name)));
      return names.filter((_, index) => answers[index] === "done").map((each) => each.join("."));
    };
    const [viewer, triager] = [await done("viewer"), await done("triager")];
    const writes =
      /^(triage\.|jobs\.(create|resolve|message|cancelMessage|resolveFeedback|archive)|pulls\.(merge|close|update)|mirror\.refresh|skippedItems\.(list|dismiss)|feedback\.(contact|evidence))/;
    const administers = /^(keys\.|people\.(?!teammates)|settings\.change)/;
    expect(viewer.filter((each) => writes.test(each) || administers.test(each))).toEqual([]);
    expect(triager.filter((each) => administers.test(each))).toEqual([]);
    expect(triager.filter((each) => writes.test(each))).toHaveLength(
      names.filter((each) => writes.test(each.join("."))).length,
    );
  });

  test("give an export with readers' addresses to those alone who may see them", async () => {
    const file = async (role: Role, contacts: boolean) =>
      allowed(role).feedback?.export?.("docs", {}, { format: "csv", contacts });
    expect(await file("viewer", false)).toBe("feedback.export");
    await expect(file("viewer", true)).rejects.toThrow("triager");
    expect(await file("triager", true)).toBe("feedback.export");
  });

  test("don't compile unless they say whether a viewer's answer is masked", () => {
    type Feedback = Services["feedback"];
    type Silent = { need: "read" };
    expectTypeOf<Silent>().not.toExtend<AccessOf<Feedback["similar"]>>();
    expectTypeOf<Silent & { masks: true }>().toExtend<AccessOf<Feedback["similar"]>>();
    // Filters that aren't masked would confirm an address by a count.
    expectTypeOf<Silent & { masks: true }>().not.toExtend<AccessOf<Feedback["facets"]>>();
    expectTypeOf<Silent>().toExtend<AccessOf<Services["sample"]["count"]>>();
    expectTypeOf<{ need: "jobs" }>().toExtend<AccessOf<Feedback["evidence"]>>();
  });

  test("hold nothing that no table names", () => {
    expect(allowed("admin").mirror).not.toHaveProperty("stop");
    expect(allowed("admin")).not.toHaveProperty("config");
    expect(allowed("admin")).not.toHaveProperty("platform");
  });
});
