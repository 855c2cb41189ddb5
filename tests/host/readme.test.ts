import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";

// Below the checkout, so that the examples import "memory-tool" as a stranger's program does.
const scratch = mkdtempSync(join(process.cwd(), "target", "readme-"));
after(() => rmSync(scratch, { recursive: true }));

const readme = readFileSync("README.md", "utf8");
const examples = [...readme.matchAll(/^```ts\n(.*?)^```/gmsu)].map(([, code]) => code ?? "");

function node(...args: string[]): string {
  // Without what tells a program that this test runner has started it: an example may have tests of its own.
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: scratch, encoding: "utf8", env });
  assert.equal(stderr, "");
  assert.equal(status, 0, stdout);
  return stdout;
}

test("the examples of the README compile strictly", () => {
  assert.ok(examples.length >= 5);
  const tsconfig = { compilerOptions: { module: "nodenext", target: "es2022", strict: true, skipLibCheck: false } };
  writeFileSync(join(scratch, "tsconfig.json"), JSON.stringify(tsconfig));
  for (const [index, code] of examples.entries()) {
    writeFileSync(join(scratch, `${index}.mts`), `${code}export {};\n`);
  }
  node(join(process.cwd(), "node_modules/typescript/bin/tsc"), "-p", scratch);
});

for (const [index, code] of examples.entries()) {
  // Those that talk to the API are only compiled; the same calls run in anthropic.test.ts against a server of our own.
  if (code.startsWith("// needs an API key\n")) {
    continue;
  }
  if (code.includes('from "node:test"')) {
    test(`the tests of example ${index + 1} of the README pass`, () => {
      assert.match(node(`${index}.mjs`), /\bpass [1-9]/u);
    });
    continue;
  }
  test(`example ${index + 1} of the README prints what it says`, () => {
    const claimed = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gmu)].map(([, claim]) => claim ?? "");
    assert.ok(claimed.length > 0, "an example shows what it prints");
    const expected = claimed
      .join("\n")
      .replaceAll(String.raw`\n`, "\n")
      .replaceAll(String.raw`\t`, "\t");
    assert.equal(flat(node(`${index}.mjs`)), flat(expected));
  });
}

/** Without the line breaks that console.log makes in a long object. */
function flat(text: string): string {
  return text.replaceAll(/\n\s*/gu, " ").trim();
}
