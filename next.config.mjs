/** @type {import("next").NextConfig} */
export default {
  // The browser tests build apart, so that they never disturb a running server's files.
  distDir: process.env.ERRATA_DIST_DIR ?? ".next",
  images: { unoptimized: true },
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  // `npm test` checks the types, tests and scripts included: nobody's start waits for that.
  typescript: { ignoreBuildErrors: true },
  reactStrictMode: true,
  devIndicators: false,
  // Native or file-reading packages stay outside the bundle.
  serverExternalPackages: ["better-sqlite3", "pg", "pino"],
};
