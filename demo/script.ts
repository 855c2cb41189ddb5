/** A turn of the model: what it says and the memory commands that it asks for, at once. */
export interface Turn {
  text: string;
  calls: Record<string, unknown>[];
  /** For each call whether its result must be an error: the demo fails where it is otherwise. */
  errors?: boolean[];
}

/** The next turn, given the results of the last one's calls; the turn without calls is the last. */
export type Script = ((results: string[]) => Turn)[];

const DECISIONS = `# Decisions
- Amounts are whole cents, never floats.
- Amounts are shown with two decimals.
- Dates are ISO 8601, in UTC.
`;

export const firstSession: Script = [
  () => ({
    text: "I'll look at my memory first.",
    calls: [{ command: "view", path: "/memories" }],
  }),
  () => ({
    text: "It is empty, so this is new work. I'll set up notes: a progress log, our decisions, a list of features.",
    calls: [
      { command: "create", path: "/memories/progress.md", file_text: "# Progress\n- [x] repository set up\n" },
      { command: "create", path: "/memories/decisions.md", file_text: DECISIONS },
      {
        command: "create",
        path: "/memories/features/draft.md",
        file_text: "# Features\n1. create an invoice\n2. send it\n",
      },
      // A model that was talked into it by something it read.
      { command: "view", path: "/memories/%2e%2e/%2e%2e/home/user/.ssh/id_rsa" },
    ],
    errors: [false, false, false, true],
  }),
  () => ({
    text: "Three notes are kept, and that last path is not mine to read. Now the currency: I'll record it.",
    calls: [
      { command: "str_replace", path: "/memories/decisions.md", old_str: "Amounts are", new_str: "Euro amounts are" },
    ],
    errors: [true],
  }),
  ([refusal]) => ({
    text: `That text stands on several lines (${/in lines: ([\d, ]+)/u.exec(refusal ?? "")?.[1] ?? "?"}). I'll look at them.`,
    calls: [{ command: "view", path: "/memories/decisions.md" }],
  }),
  () => ({
    text: "Now with enough around it to be unique, over two lines.",
    calls: [
      {
        command: "str_replace",
        path: "/memories/decisions.md",
        old_str: "- Amounts are whole cents, never floats.\n- Amounts",
        new_str: "- Amounts are whole euro cents, never floats.\n- Amounts",
      },
      {
        command: "insert",
        path: "/memories/progress.md",
        insert_line: 2,
        insert_text: "- [ ] next: create an invoice",
      },
      { command: "rename", old_path: "/memories/features/draft.md", new_path: "/memories/features/list.md" },
    ],
  }),
  () => ({ text: "Set up. What we decided and what comes next is in my memory.", calls: [] }),
];

/** Driven by what the memory really holds: it follows the listing, and quotes what it read. */
export const secondSession: Script = [
  () => ({ text: "Let me check what I know.", calls: [{ command: "view", path: "/memories" }] }),
  ([listing]) => ({
    text: "There are notes from an earlier session.",
    calls: filesIn(listing ?? "").map((path) => ({ command: "view", path })),
  }),
  (notes) => {
    const next = lineWith(notes, "next: ");
    return {
      text: `I decided: "${lineWith(notes, "cents")}" And what comes next is to ${next}. Done; I'll record it.`,
      calls: [
        {
          command: "str_replace",
          path: "/memories/progress.md",
          old_str: `- [ ] next: ${next}`,
          new_str: `- [x] ${next}\n- [ ] next: send it`,
        },
      ],
    };
  },
  () => ({ text: "The invoice can be created. Next time I go on with sending it.", calls: [] }),
];

function filesIn(listing: string): string[] {
  return [...listing.matchAll(/\t(\/memories\/\S+[^/\s])$/gmu)].map(([, path]) => path ?? "");
}

/** What stands after `mark` (or around it, where it is a word in a sentence) on the first line that holds it. */
function lineWith(notes: string[], mark: string): string {
  const line = notes.flatMap((text) => text.split("\n")).find((text) => text.includes(mark));
  if (line === undefined) {
    throw new Error(`no note holds "${mark}": memory did not survive`);
  }
  return mark.endsWith(" ") ? line.slice(line.indexOf(mark) + mark.length) : line.replace(/^\s*\d+\t- /u, "");
}
