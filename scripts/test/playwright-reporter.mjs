import { relative } from "node:path";
import { root } from "../setup/project.mjs";
import { tell } from "./messages.mjs";

/**
 * Tells `npm test` how many tests have finished and which ones have failed, while Playwright runs.
 * @implements {import("@playwright/test/reporter").Reporter}
 */
export default class ProgressReporter {
  /**
   * @param {unknown} _config
   * @param {import("@playwright/test/reporter").Suite} suite
   */
  onBegin(_config, suite) {
    tell({ total: suite.allTests().length, unit: "tests" });
  }

  /**
   * @param {import("@playwright/test/reporter").TestCase} test
   * @param {import("@playwright/test/reporter").TestResult} result of one try
   */
  onTestEnd(test, { status, retry, error }) {
    const hasFailed = status !== test.expectedStatus && status !== "skipped";
    const again = hasFailed && retry < test.retries;
    if (hasFailed) {
      const file = relative(root, test.location.file);
      tell({ failure: { file, title: test.title, error: error?.message ?? status, again } });
    }
    if (!again) tell({ finished: 1 });
  }

  // Another reporter prints.
  printsToStdio() {
    return false;
  }
}
