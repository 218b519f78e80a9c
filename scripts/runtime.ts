// Imported first by every command line, so that it speaks before anything that needs Node 24 loads.

const [major = 0] = process.versions.node.split(".").map(Number);
const asServer = [...process.execArgv, process.env.NODE_OPTIONS ?? ""].join(" ");

if (major < 22 || !asServer.includes("react-server")) {
  const name = /(\w+)\.ts$/.exec(process.argv[1] ?? "")?.[1] ?? "keys";
  console.error(`This runs on the Node.js that Errata brings along: run it with npm run ${name}.`);
  process.exit(1);
}
