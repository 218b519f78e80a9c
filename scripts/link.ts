import "./runtime.ts";
import { AppError } from "../lib/errors.ts";
import { createLocalLink } from "../lib/services/commands.ts";

// Prints a link that opens the local dashboard in one browser. Whoever can read the database can do so.
try {
  console.log(await createLocalLink());
} catch (error) {
  console.error(error instanceof AppError ? error.message : error);
  process.exitCode = 1;
}
