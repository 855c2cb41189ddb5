// Few files instead of many: Node takes about half a millisecond for each module, and a fresh process loads them all.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Replaces the compiled modules of `dist` by one file for each entry and for what entries share. The glue stays apart. */
export async function bundle(dist, manifest) {
  const { rolldown } = await import("rolldown");
  const build = await rolldown({
    input: entriesOf(dist, manifest),
    external: (id) =>
      id.startsWith("node:") || id.startsWith("@anthropic-ai/sdk") || id.endsWith("/wasm/memory_tool.js"),
    logLevel: "warn",
  });
  const { output } = await build.generate({
    dir: dist,
    entryFileNames: "[name].js",
    chunkFileNames: "shared/[name].js",
    // Comments and white space only: names stay, so that a stack can be read. The types keep the documentation.
    minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
  });
  for (const name of readdirSync(dist, { recursive: true })) {
    if (name.endsWith(".js")) rmSync(join(dist, name));
  }
  for (const { fileName, code } of output) {
    const file = join(dist, fileName);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
  }
}

/** The modules that package.json exports, by their path in `dist`. */
function entriesOf(dist, manifest) {
  const exported = Object.values(JSON.parse(readFileSync(manifest, "utf8")).exports);
  const files = exported.map((target) => target.default).filter((file) => file !== undefined);
  return Object.fromEntries(
    files.map((file) => {
      const name = relative("dist", file.replace(/^\.\//u, "").replace(/\.js$/u, ""));
      return [name, join(dist, `${name}.js`)];
    }),
  );
}
