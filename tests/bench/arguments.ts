import { parseArgs } from "node:util";

export const USAGE = `npm run bench                       every row, three interleaved rounds each
npm run bench -- --only "view 1"    only the rows whose name this regular expression finds
npm run bench -- --quick            each work a few times: shows that all runs, and measures little
npm run bench -- --large            with the rows of 100,000 files
npm run bench -- --json file        writes all numbers to a file
npm run bench -- --markdown         the table of the README instead of that for the terminal
npm run bench -- --help             this text`;

export interface Arguments {
  help: boolean;
  quick: boolean;
  large: boolean;
  markdown: boolean;
  json: string | null;
  only: RegExp;
}

export function parseArguments(args: string[]): Arguments {
  try {
    const { values } = parseArgs({
      args,
      options: {
        help: { type: "boolean", default: false },
        quick: { type: "boolean", default: false },
        large: { type: "boolean", default: false },
        markdown: { type: "boolean", default: false },
        json: { type: "string" },
        only: { type: "string", default: "" },
      },
    });
    return { ...values, json: values.json ?? null, only: new RegExp(values.only, "iu") };
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : "unknown arguments"}\n\n${USAGE}`, { cause: error });
  }
}
