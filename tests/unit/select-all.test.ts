import { expect, test, vi } from "vitest";
import { createSelectAll } from "../../components/inbox/triage/select-all.ts";

/** A "select all" whose items arrive when the test says so, and a log of what happened. */
function open() {
  const log: string[] = [];
  const all = createSelectAll((ids) => log.push(`select ${ids.join(" ")}`));
  const { promise, resolve, reject } = Promise.withResolvers<{ ids: string[]; capped: boolean }>();
  all.start(() => promise);
  const action = (name: string) => ({
    description: name,
    run: () => void log.push(name),
    onCancel: (reason: string | null) => void log.push(`no ${name}: ${reason}`),
  });
  return {
    all,
    log,
    action,
    found: (...ids: string[]) => resolve({ ids, capped: false }),
    failed: (message: string) => reject(new Error(message)),
    settled: () => vi.waitFor(() => expect(all.state().isLoading).toBe(false)),
  };
}

test("actions wait for the items and then run in order", async () => {
  const { all, log, action, found, settled } = open();
  all.enqueue(action("open item"));
  all.afterSelectionLoads(action("dismiss"));
  all.enqueue(action("undo"));
  all.afterSelectionLoads(action("resolve"));
  expect(log).toEqual(["open item"]);
  expect(all.state().next).toEqual(["dismiss", "undo", "resolve"]);
  found("a", "b");
  await settled();
  expect(log).toEqual(["open item", "select a b", "dismiss", "undo", "resolve"]);
  expect(all.state().next).toEqual([]);
  all.afterSelectionLoads(action("later"));
  expect(log.at(-1)).toBe("later");
});

test("nothing runs if the items can't be loaded, and every action learns why", async () => {
  const { all, log, action, failed, settled } = open();
  all.afterSelectionLoads(action("dismiss"));
  all.enqueue(action("undo"));
  failed("No access.");
  await settled();
  expect(log).toEqual(["no dismiss: No access.", "no undo: No access."]);
  expect(all.state().problem).toBe("No access.");
});

test("nothing runs if no item matches: another item may be active", async () => {
  const { all, log, action, found, settled } = open();
  all.afterSelectionLoads(action("dismiss"));
  found();
  await settled();
  expect(log).toEqual(["no dismiss: No items match the filters."]);
});

test("an answer after a cancellation changes nothing", async () => {
  const { all, log, action, found } = open();
  all.afterSelectionLoads(action("dismiss"));
  all.cancel();
  found("a");
  await Promise.resolve();
  expect(log).toEqual(["no dismiss: null"]);
  expect(all.state().isLoading).toBe(false);
});

test("starting again replaces the items, unless an action waits for the first ones", async () => {
  const log: string[] = [];
  const all = createSelectAll((ids) => log.push(`select ${ids.join(" ")}`));
  const answers = ["first", "second", "third"].map((id) => {
    const { promise, resolve } = Promise.withResolvers<{ ids: string[]; capped: boolean }>();
    return {
      start: () => all.start(() => promise),
      arrive: () => resolve({ ids: [id], capped: false }),
    };
  });
  answers[0]?.start();
  answers[1]?.start();
  all.afterSelectionLoads({ description: "dismiss", run: () => log.push("dismiss") });
  answers[2]?.start();
  for (const { arrive } of answers) arrive();
  await vi.waitFor(() => expect(all.state().isLoading).toBe(false));
  expect(log).toEqual(["select second", "dismiss"]);
});
