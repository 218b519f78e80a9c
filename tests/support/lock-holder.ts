import SQLite from "better-sqlite3";

// A process that holds a SQLite file's write lock until it is ended. Says "held" once it has it.

const [, , file = ""] = process.argv;
const database = new SQLite(file, { timeout: 5_000 });
database.exec("begin exclusive");
console.log("held");
setInterval(() => database.pragma("user_version"), 60_000);
