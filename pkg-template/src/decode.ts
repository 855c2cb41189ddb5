/** Makes a text of UTF-8 that is known to be valid. */
export type Decode = (bytes: Uint8Array) => string;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export const decodeUtf8: Decode = (bytes) => decoder.decode(bytes);
