import { relative } from "node:path";
import { root } from "../setup/project.mjs";
import { tell } from "./messages.mjs";

/**
 * Tells `npm test` which files have finished and which tests have failed, while vitest runs.
 * @implements {import("vitest/reporters").Reporter}
 */
export default class ProgressReporter {
  /** @param {readonly import("vitest/node").TestSpecification[]} files */
  onTestRunStart(files) {
    tell({ total: files.length, unit: "files" });
  }

  /** @param {import("vitest/node").TestCase} test */
  onTestCaseResult(test) {
    const { state, errors } = test.result();
    if (state === "failed") fail(test.module, test.name, errors);
  }

  /** @param {import("vitest/node").TestModule} file */
  onTestModuleEnd(file) {
    if (file.errors().length > 0) fail(file, "", file.errors());
    tell({ finished: 1 });
  }
}

/**
 * @param {import("vitest/node").TestModule} file
 * @param {string} title
 * @param {readonly { message: string, diff?: string }[]} errors
 */
function fail({ moduleId }, title, [error]) {
  const text = [error?.message, error?.diff].filter(Boolean).join("\n");
  tell({ failure: { file: relative(root, moduleId), title, error: text } });
}
