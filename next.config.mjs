import { existsSync } from "node:fs";
import { join } from "node:path";
import { PHASE_PRODUCTION_SERVER } from "next/constants.js";

/**
 * @param {string} phase
 * @returns {Promise<import("next").NextConfig>}
 */
export default async function nextConfig(phase) {
  // The server uses the headers that the build stored, and starts faster without the bundler.
  return configuration(phase === PHASE_PRODUCTION_SERVER ? "" : await buildWidget());
}

async function buildWidget() {
  const { writeWidget } = await import("./scripts/setup/widget-file.mjs");
  return writeWidget();
}

// The browser tests build apart, so that they never disturb a running server's files.
const distDir = process.env.ERRATA_DIST_DIR ?? ".next";

/**
 * @param {string} widgetVersion
 * @returns {import("next").NextConfig}
 */
const configuration = (widgetVersion) => ({
  distDir,
  // The container image gets a copy of what the server needs, without the rest of node_modules.
  ...(process.env.ERRATA_STANDALONE === "1" && { output: "standalone" }),
  images: { unoptimized: true },
  poweredByHeader: false,
  // Redirects of Next's own come before the check of the host, and repeat a foreign one.
  skipTrailingSlashRedirect: true,
  productionBrowserSourceMaps: false,
  reactStrictMode: true,
  // `npm test` checks the types. Someone who starts Errata doesn't have to wait for that.
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
  headers: async () => [
    {
      // Every site may load the widget, with SRI as well. Pages get a new version within an hour.
      source: "/:script(collect\\.js|collect-challenge\\.js)",
      headers: [
        { key: "access-control-allow-origin", value: "*" },
        { key: "cross-origin-resource-policy", value: "cross-origin" },
        { key: "x-content-type-options", value: "nosniff" },
        { key: "cache-control", value: "public, max-age=3600, stale-while-revalidate=86400" },
      ],
    },
    {
      source: "/collect.js",
      has: [{ type: "query", key: "v", value: widgetVersion }],
      headers: [{ key: "cache-control", value: "public, max-age=31536000, immutable" }],
    },
  ],
  // Outside the bundle: native or file-reading packages; better-auth's, which have to be one copy; and those with
  // many modules, because each module lengthens the IDs of all modules, in the browser's JavaScript as well.
  serverExternalPackages: [
    ...["better-sqlite3", "pg", "pino", "prom-client", "better-auth", "@better-auth/passkey"],
    ...["kysely", "markdown-it", "sanitize-html"],
  ],
  turbopack: {
    resolveAlias: {
      // React has most of what the table's store uses a shim for.
      "use-sync-external-store/shim/with-selector": "./components/ui/use-store-selection.ts",
    },
  },
  experimental: {
    // Nobody reads them: they took an eighth of the build.
    turbopackSourceMaps: false,
    // Writing the cache takes a fifth of the build, which many machines run once.
    turbopackFileSystemCacheForBuild: existsSync(join(import.meta.dirname, distDir, "BUILD_ID")),
    // A page that the role does not allow answers 403.
    authInterrupts: true,
    // A link that is clicked while the server is away waits for it instead of ending in the browser's
    // error page.
    useOffline: true,
    // Leaves out what nobody uses of packages without ES modules, such as Next.js itself.
    turbopackCjsTreeShaking: true,
    // Few large chunks: the inbox has a third of the requests, and they compress better together.
    turbopackChunking: { minChunkSize: 1_000_000, maxMergeChunkSize: 1_000_000 },
  },
});
