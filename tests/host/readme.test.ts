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

test("the README has examples", () => {
  assert.ok(examples.length >= 5);
});

for (const [index, code] of examples.entries()) {
  const needsKey = code.startsWith("// needs an API key\n");
  test(`example ${index + 1} of the README ${needsKey ? "is a program" : "does what it says"}`, () => {
    const file = join(scratch, `${index}.mjs`);
    writeFileSync(file, code);
    // Those that talk to the API are only read; the same calls run in anthropic.test.ts against a server of our own.
    const args = needsKey ? ["--check", file] : [file];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: scratch, encoding: "utf8" });
    assert.equal(stderr, "");
    assert.equal(status, 0);
    const claimed = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gmu)].map(([, claim]) => claim ?? "");
    if (!needsKey) {
      assert.ok(claimed.length > 0, "an example shows what it prints");
      assert.equal(
        flat(stdout),
        flat(
          claimed
            .join("\n")
            .replaceAll(String.raw`\n`, "\n")
            .replaceAll(String.raw`\t`, "\t"),
        ),
      );
    }
  });
}

/** Without the line breaks that console.log makes in a long object. */
function flat(text: string): string {
  return text.replaceAll(/\n\s*/gu, " ").trim();
}
