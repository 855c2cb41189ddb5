const encoder = new TextEncoder();
/** What the core reads as a text that is not well-formed Unicode: half a character, which UTF-8 has no form for. */
const ILL_FORMED = Uint8Array.of(0xed, 0xa0, 0x80);
const SURROGATE = /\p{Surrogate}/u;

/** Stands for a value that cannot be read or that JSON cannot hold: a cycle, a bigint, a getter that throws. */
const UNREADABLE = encoder.encode("(a value that JSON cannot hold)");

/**
 * A tool's input in the form that crosses to the core: texts as bytes of UTF-8, everything else as the plain value that
 * JSON makes of it, so that no getter, proxy or cycle is met on the other side. What it means is the core's to say.
 */
export function encodeInput(input: unknown): unknown {
  return readable(() => {
    if (typeof input !== "object" || input === null || Array.isArray(input)) {
      return encodeValue(input);
    }
    const fields = Object.create(null) as Record<string, unknown>;
    for (const name of Object.keys(input)) {
      // One by one: an unknown field is ignored, whatever it holds.
      fields[name] = readable(() => encodeValue((input as Record<string, unknown>)[name]));
    }
    return fields;
  });
}

function readable(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return UNREADABLE;
  }
}

function encodeValue(value: unknown): unknown {
  switch (typeof value) {
    case "string":
      return isWellFormed(value) ? encoder.encode(value) : ILL_FORMED;
    case "number":
    case "boolean":
      return value;
    default: {
      // undefined, functions and symbols have no JSON and are absent, as in the request they could not have come from.
      const json = JSON.stringify(value);
      return json === undefined ? null : JSON.parse(json);
    }
  }
}

function isWellFormed(text: string): boolean {
  // Not in the standard library that is compiled against, and missing from browsers before 2023.
  const { isWellFormed: builtIn } = text as { isWellFormed?: () => boolean };
  return builtIn ? builtIn.call(text) : !SURROGATE.test(text);
}
