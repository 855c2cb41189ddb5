/**
 * Orders names by their UTF-8 bytes, which is the order of their code points. JavaScript's own order compares UTF-16
 * units and puts what lies beyond U+FFFF (written as surrogates, from 0xD800 on) before U+E000 to U+FFFF.
 */
export function compareNames(a: string, b: string): number {
  const common = Math.min(a.length, b.length);
  for (let i = 0; i < common; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

/** The UTF-16 units in an order in which surrogates come last. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** The index of the first of the `sorted` names that comes after `name`. */
export function firstAfter(sorted: readonly { readonly name: string }[], name: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const candidate = sorted[middle];
    if (candidate !== undefined && compareNames(candidate.name, name) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
