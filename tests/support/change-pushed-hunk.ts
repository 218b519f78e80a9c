import { expect } from "vitest";
import { openRendering } from "./rendered-change.ts";
import { editBranch, gitIn } from "./repository.ts";
import type { Workshop } from "./workshop.ts";

/**
 * Someone pushes a change of `guide.md` to a pull request's branch, which is shown as it renders, and its only hunk is edited and
 * then discarded here.
 * @param id of the job whose agent wrote `new.md`
 */
export async function changePushedHunk(
  shop: Workshop,
  pull: { origin: string; branch: string; id: string },
): Promise<void> {
  const { origin, branch, id } = pull;
  const { pulls, site, ...rendering } = openRendering(shop);
  const [ada, record] = [{ id: "ada", name: "Ada" }, async () => {}];
  const seen = async (key: string) => {
    const changes = (await pulls.ofJob(id, 1))?.changes;
    const file = changes?.files.find(({ path }) => path === "guide.md");
    const [shown] = file?.hunks ?? [];
    if (!changes || !file || !shown) throw new Error("the person's change isn't shown");
    const { path, version } = file;
    return { id: key, head: changes.head, path, version, hunk: shown.id };
  };
  editBranch(origin, branch, "guide.md", () => "a persn's\n");
  const { rows } = await rendering.render(id, await rendering.seen(id, "guide.md"));
  expect(rows).toMatchObject([
    { before: "<del><p>wrong</p></del>", after: "<ins><p>a persn's</p></ins>" },
  ]);
  const page = await site.open("docs", ["guide"], null, branch);
  expect(await page.text()).toContain("<p>a persn");
  const edit = { ...(await seen("edit-0001")), line: 1, lastLine: 1, text: "a person's" };
  await pulls.edit(id, edit, ada, record);
  expect(gitIn(origin, "show", `${branch}:guide.md`)).toBe("a person's");
  expect(gitIn(origin, "log", "-1", "--format=%an %s", branch)).toBe("Ada Edit guide.md");
  await pulls.discard(id, await seen("discard-1"), ada, record);
  expect(gitIn(origin, "show", `${branch}:guide.md`)).toBe("wrong");
  expect(gitIn(origin, "log", "-1", "--format=%an", branch)).toBe("Ada");
  const left = (await pulls.ofJob(id, 1))?.changes.files.map((each) => each.path);
  expect(left).toEqual(["new.md"]);
}
