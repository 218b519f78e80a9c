// Imported first, so that an old Node prints a sentence and not a stack trace.
if (Number(process.versions.node.split(".")[0]) < 20) {
  console.error(
    `Errata needs Node 20 or newer; this is ${process.versions.node}. Install it from https://nodejs.org and try again.`,
  );
  process.exit(1);
}
