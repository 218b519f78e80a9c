import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const CASES = `${"case 1: return 2; ".repeat(5)}default: return x ?? y ?? z;`;
const FILES = {
  // The branches of a function in it aren't its own.
  "lib/complex.ts": `export function complex(x) {
  const inner = () => (x ? 1 : x ? 2 : 3);
  if (x && x || x) for (const y of x) try { inner(); } catch {}
  switch (x) { ${CASES} }
}\n`,
  "lib/simple.ts": `export function simple(x) { if (x && x) for (const y of x) y(); switch (x) { ${CASES} } }\n`,
  "lib/long.ts": `import "./small.ts";\nexport const long = () => {\n${"\n".repeat(59)}};\n`,
  "lib/exactly.ts": `import "./two.ts";\nexport const exactly = () => {\n${"\n".repeat(58)}};\n`,
  "lib/small.ts":
    "export const value = 1 as unknown as string;\nexport const known = [1] as const;\n",
  "lib/two.ts": "export type { value } from './three.ts';\n",
  "lib/three.ts": "import('./lazy.ts');\nimport './two.ts';\n",
  "lib/lazy.ts": "export {};\n",
  "components/one.tsx": "import './two.tsx';\nexport const one = () => <p>{(1 as number)}</p>;\n",
  "components/two.tsx": `${"\n".repeat(31)}`,
  "app/page.tsx": "import '../components/one.tsx';\nimport('../lib/lazy.ts');\n",
  "scripts/run.mjs": "import '../lib/three.ts';\n",
};

test("the measures count what is large, cast, or scattered", () => {
  const root = mkdtempSync(join(tmpdir(), "errata-measures-"));
  try {
    for (const [file, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    const printed = execFileSync(process.execPath, ["scripts/measures.ts", root, "--list"], {
      encoding: "utf8",
    });
    const rows = printed.split("\n").map((row) => row.trim().split(/ {2,}/));
    expect(rows.slice(1, 5)).toEqual([
      ["app", "1", "2", "0", "0", "0", "0"],
      ["components", "2", "33", "0", "0", "1", "1"],
      ["lib", "8", "135", "1", "1", "2", "1"],
      ["total", "11", "170", "1", "1", "3", "2"],
    ]);
    expect(rows).toContainEqual(["61", "long", "lib/long.ts"]);
    expect(rows).toContainEqual(["12", "complex", "lib/complex.ts"]);
    expect(rows).toContainEqual(["lib/small.ts", "lib/long.ts"]);
  } finally {
    rmSync(root, { recursive: true });
  }
});
