import "./runtime.ts";
import { forgetReaderByAddress } from "../lib/services/commands.ts";
import { commandLineActor } from "./command.ts";
import { runOnData } from "./data-command.ts";

const USAGE = `npm run forget -- reader@example.com
Removes a reader's email address from everything that Errata stores, and from what it syncs and imports later.
See docs/privacy.md.`;

await runOnData(USAGE, async (_settings, [address, ...rest]) => {
  if (address === undefined || rest.length > 0) {
    console.error(USAGE);
    return 1;
  }
  const rows = await forgetReaderByAddress(address, commandLineActor());
  const places = rows === 1 ? "1 place" : `${rows} places`;
  console.log(`Removed the address from ${places}. It stays removed when Errata syncs or imports.`);
  return 0;
});
