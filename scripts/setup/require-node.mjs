// Imported first, so that an old Node reads a sentence and not a stack trace.
if (Number(process.versions.node.split(".")[0]) < 20) {
  console.error(
    `Errata needs Node 20 or newer, and this is ${process.versions.node}. Get it from https://nodejs.org, then start again.`,
  );
  process.exit(1);
}
