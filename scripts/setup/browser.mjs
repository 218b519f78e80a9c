import { accessSync, constants, existsSync } from "node:fs";
import { join } from "node:path";
import { run } from "./processes.mjs";
import { node, root, UserError } from "./project.mjs";

const systemBrowsers = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
/** Time limits in milliseconds. */
const DOWNLOAD = 180_000;
const PACKAGES = 240_000;
/** Older releases of Debian have no package of the headless shell. */
const debianBrowsers = ["chromium-headless-shell", "chromium"];

/**
 * Finds a Chromium for the browser tests: CHROMIUM_PATH, then Playwright's own, then the system's. The
 * headless shell, which has no windows to draw, takes half the processor time of a full Chromium.
 * @returns {Promise<string | null>} the executable's path
 * @throws {UserError} when CHROMIUM_PATH isn't a program
 */
export async function findBrowser() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (isExecutable(given)) return given;
    throw new UserError(
      `CHROMIUM_PATH: ${given} isn't a program. Correct the path or unset the variable.`,
    );
  }
  const { chromium } = await import("@playwright/test");
  const full = chromium.executablePath();
  // Playwright only names its full Chromium. The shell is in a folder next to it.
  const shell = full.replace(
    /chromium-(\d+)([\\/])chrome-([^\\/]+).*/,
    "chromium_headless_shell-$1$2chrome-headless-shell-$3$2chrome-headless-shell",
  );
  return [shell, full, ...systemBrowsers].find(isExecutable) ?? null;
}

/**
 * Installs a Chromium if there is none: Playwright's download or, as root on Debian, its package.
 * @throws {UserError} with the remedy when neither works
 */
export async function ensureBrowser() {
  if (await findBrowser()) return;
  console.log("Downloading a browser for the tests (up to 3 minutes)…");
  const cli = join(root, "node_modules/@playwright/test/cli.js");
  await run(node, [cli, "install", "--only-shell", "chromium"], { timeout: DOWNLOAD });
  if (await findBrowser()) return;

  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("The download failed. Installing Debian's Chromium package (about a minute)…");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update"], { env, timeout: PACKAGES });
    for (const browser of debianBrowsers) {
      // Its fonts are those that come with it. No test depends on which fonts there are.
      const args = ["install", "-y", "--no-install-recommends", browser];
      await run("apt-get", args, { env, timeout: PACKAGES });
      if (await findBrowser()) return;
    }
  }
  throw new UserError(
    "Chromium isn't installed and couldn't be downloaded; install it (on Debian: sudo apt-get install chromium-headless-shell) or set CHROMIUM_PATH=/path/to/chromium",
  );
}

/** Suggestions below the address field: pages of their own that a full Chromium opens with each window. */
const ADDRESS_FIELD = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];

/** What Playwright 1.65 disables for itself. Its argument is void as soon as there is a second one. */
const DISABLED_BY_PLAYWRIGHT = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

/** Chromium's sandbox doesn't work as root; every other user keeps it. */
export const browserArguments = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${[...DISABLED_BY_PLAYWRIGHT, ...ADDRESS_FIELD].join(",")}`,
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
