import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { shortenLine } from "../../lib/log.ts";

test("a log line has at most 20,000 characters and stays JSON", () => {
  const line = (text: string) => `${JSON.stringify({ level: 50, time: 1, err: text, msg: "m" })}\n`;
  expect(shortenLine(line("short"))).toBe(line("short"));
  const cut = shortenLine(line('"\\'.repeat(2_000_000)));
  expect(cut.length).toBeLessThan(41_000);
  expect(JSON.parse(cut)).toMatchObject({
    level: 50,
    time: 1,
    part: expect.stringContaining('"err":'),
    msg: expect.stringMatching(/^truncated a line of \d+ characters$/),
  });
});

test("a line is written at once, so that a killed process has left it", () => {
  const script = `
    import { processLog } from "./lib/log.ts";
    for (const line of ["first", "last"]) processLog().warn(line);
    process.kill(process.pid, "SIGKILL");
  `;
  const args = ["--conditions=react-server", "--input-type=module", "--eval", script];
  const { signal, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(signal).toBe("SIGKILL");
  const lines = stderr.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(["first", "last"]);
});
