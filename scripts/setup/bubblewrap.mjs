import { existsSync } from "node:fs";
import { run } from "./processes.mjs";

/** Milliseconds. The package is small; where it takes longer, its tests are skipped. */
const TIMEOUT = 60_000;

/** Installs bubblewrap for the sandbox tests, as root on Debian. They are skipped without it. */
export async function tryToInstallBubblewrap() {
  const canInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (!canInstall || existsSync("/usr/bin/bwrap")) return;
  console.log("Installing bubblewrap for the sandbox tests (up to 3 minutes)…");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const install = ["install", "-y", "--no-install-recommends", "bubblewrap"];
  const { ok } = await run("apt-get", install, { env, timeout: TIMEOUT });
  if (ok) return;
  // A fresh machine has no lists of packages yet.
  await run("apt-get", ["update"], { env, timeout: TIMEOUT });
  await run("apt-get", install, { env, timeout: TIMEOUT });
}
