import "./setup/require-node.mjs";
import { build, isBuilt, sourcesHash } from "./setup/build.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { withLock } from "./setup/lock.mjs";
import { runScript } from "./setup/run-script.mjs";

// Run with `npm run build`: installs and builds what a server that can't write its own folder starts with
// ERRATA_PREBUILT=1.

await runScript(async () => {
  const distDir = process.env.ERRATA_DIST_DIR ?? ".next";
  await ensureInstalled({ ownNode: true });
  await withLock(async () => {
    const hash = sourcesHash();
    if (!isBuilt(distDir, hash)) await build(distDir, hash);
  });
  console.log("Built. Start Errata, or restart it.");
});
