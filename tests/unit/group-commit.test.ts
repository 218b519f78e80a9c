import { expect, test } from "vitest";
import { groupCommit } from "../../lib/platform/collect/group-commit.ts";

test("items that arrive during a commit share the next one, and wait for it", async () => {
  const commits: { items: number[]; finish: () => void; fail: (error: Error) => void }[] = [];
  const write = groupCommit(
    (items: number[]) =>
      new Promise<string[]>((resolve, fail) => {
        commits.push({ items, finish: () => resolve(items.map((item) => `#${item}`)), fail });
      }),
  );
  const acknowledged: string[] = [];
  const send = (item: number) => write(item).then((result) => acknowledged.push(result));
  const first = send(1);
  const others = [send(2), send(3)];
  expect(commits.map(({ items }) => items)).toEqual([[1]]);
  commits[0]?.finish();
  await first;
  expect(commits.map(({ items }) => items)).toEqual([[1], [2, 3]]);
  expect(acknowledged).toEqual(["#1"]);
  const later = send(4);
  commits[1]?.fail(new Error("disk full"));
  for (const other of others) await expect(other).rejects.toThrow("disk full");
  commits[2]?.finish();
  await later;
  expect(acknowledged).toEqual(["#1", "#4"]);
});
