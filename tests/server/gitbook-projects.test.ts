import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { parseConfig } from "../../lib/config.ts";
import * as log from "../../lib/log.ts";
import { openSource } from "../../lib/services/source.ts";
import { openTestStore } from "../support/databases.ts";

test("a GitBook secret for a project that doesn't exist is an error in the log, without the secret", async () => {
  const [error, info] = [vi.fn(), vi.fn()];
  vi.spyOn(log, "processLog").mockReturnValue({ error, info } as unknown as log.Log);
  const folder = mkdtempSync(join(tmpdir(), "errata-gitbook-"));
  const store = await openTestStore("sqlite");
  const secrets = "docs=0123456789abcdef,dosc=0123456789abcdef";
  const config = parseConfig({ DATA_DIR: folder, GITBOOK_WEBHOOK_SECRETS: secrets });
  try {
    await (await openSource(config, store)).close();
    expect(error.mock.calls).toEqual([
      [
        { projectId: "dosc", existing: ["docs"] },
        "GITBOOK_WEBHOOK_SECRETS has a secret for a project that doesn't exist",
      ],
    ]);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
});
