import { accessSync, constants, existsSync } from "node:fs";
import { join } from "node:path";
import { run } from "./processes.mjs";
import { node, root, UserError } from "./project.mjs";

const systemBrowsers = [
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
/** Milliseconds for a download that may be refused, and for Debian's packages. */
const DOWNLOAD = 180_000;
const PACKAGES = 240_000;
const debianPackages = [
  "chromium",
  "fonts-liberation",
  "fonts-noto-core",
  "fonts-noto-color-emoji",
];

/**
 * A Chromium for the browser tests: CHROMIUM_PATH, else Playwright's own, else the system's.
 * @returns {Promise<string | null>} its executable
 * @throws {UserError} when CHROMIUM_PATH names none
 */
export async function findBrowser() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (isExecutable(given)) return given;
    throw new UserError(`CHROMIUM_PATH: ${given} is not a program. Correct the path, or unset it.`);
  }
  const { chromium } = await import("@playwright/test");
  return [chromium.executablePath(), ...systemBrowsers].find(isExecutable) ?? null;
}

/**
 * Gets one where there is none: Playwright's download, and as root on Debian its package.
 * @throws {UserError} with the remedy when neither can be had
 */
export async function ensureBrowser() {
  if (await findBrowser()) return;
  console.log("Downloading a browser for the tests…");
  const cli = join(root, "node_modules/@playwright/test/cli.js");
  await run(node, [cli, "install", "chromium"], { timeout: DOWNLOAD });
  if (await findBrowser()) return;

  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("The download was refused. Installing Debian's chromium…");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update"], { env, timeout: PACKAGES });
    const args = ["install", "-y", "--no-install-recommends", ...debianPackages];
    await run("apt-get", args, { env, timeout: PACKAGES });
    if (await findBrowser()) return;
  }
  throw new UserError(
    "The browser tests need Chromium, and it could not be downloaded. Install it (Debian: sudo apt-get install chromium), or name one: CHROMIUM_PATH=/path/to/chromium npm test",
  );
}

/** Chromium's sandbox refuses to run as root; everyone else keeps it. */
export const browserArguments = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
