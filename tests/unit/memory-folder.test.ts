import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { expect, test } from "vitest";
import { createMemoryFolder } from "../../scripts/setup/memory-folder.mjs";

test.skipIf(!existsSync("/dev/shm"))(
  "a folder in memory takes the place of those that killed runs left",
  ({ skip, onTestFinished }) => {
    const folderOf = (pid: number) => mkdtempSync(`/dev/shm/errata-tests-${pid}-`);
    const [killed, running] = [folderOf(2 ** 30), folderOf(process.pid)];
    const folder = createMemoryFolder();
    onTestFinished(() => {
      for (const path of [killed, running, folder]) {
        if (path) rmSync(path, { recursive: true, force: true });
      }
    });
    if (folder === null) return skip("no memory for programs");
    expect([killed, running, folder].map((path) => existsSync(path))).toEqual([false, true, true]);
  },
);
