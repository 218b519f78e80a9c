// Imported first by every command line: checks the runtime before modules that need Node 24 load,
// and loads .env before the configuration is read.
import { currentCommit } from "./setup/build-record.mjs";
import { loadEnvironmentFile } from "./setup/environment-file.mjs";

const [major = 0] = process.versions.node.split(".").map(Number);
const options = [...process.execArgv, process.env.NODE_OPTIONS ?? ""].join(" ");

if (major < 22 || !options.includes("react-server")) {
  const name = /(\w+)\.ts$/.exec(process.argv[1] ?? "")?.[1] ?? "keys";
  console.error(`This command needs the Node.js that comes with Errata. Run: npm run ${name}`);
  process.exit(1);
}
loadEnvironmentFile();
process.env.ERRATA_COMMIT = currentCommit(process.env.ERRATA_DIST_DIR ?? ".next");
