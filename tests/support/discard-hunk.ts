import { expect } from "vitest";
import { editBranch, gitIn } from "./repository.ts";
import type { Workshop } from "./workshop.ts";

/**
 * Someone pushes a change of `guide.md` to a pull request's branch, and its only hunk is discarded here.
 * @param id of the job whose agent wrote `new.md`
 */
export async function discardPushedHunk(
  { host: { pulls } }: Workshop,
  pull: { origin: string; branch: string; id: string },
): Promise<void> {
  const { origin, branch, id } = pull;
  editBranch(origin, branch, "guide.md", () => "a person's\n");
  const changes = (await pulls.ofJob(id, 1))?.changes;
  const file = changes?.files.find(({ path }) => path === "guide.md");
  const [shown] = file?.hunks ?? [];
  if (!changes || !file || !shown) throw new Error("the person's change isn't shown");
  const { path, version } = file;
  const hunk = { id: "discard-1", head: changes.head, path, version, hunk: shown.id };
  await pulls.discard(id, hunk, { id: "ada", name: "Ada" }, async () => {});
  expect(gitIn(origin, "show", `${branch}:guide.md`)).toBe("wrong");
  expect(gitIn(origin, "log", "-1", "--format=%an", branch)).toBe("Ada");
  const left = (await pulls.ofJob(id, 1))?.changes.files.map((each) => each.path);
  expect(left).toEqual(["new.md"]);
}
