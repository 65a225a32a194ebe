/**
 * Texts as bytes that no other list of texts gives: each with its length in front, and a mark where one is left out, as
 * in `2:v1|5:dky_a|-`. Sealed values are bound to it, so that `("ab", "c")` and `("a", "bc")` are two places.
 * @param texts well-formed Unicode
 */
export function lengthPrefixed(texts: readonly (string | undefined)[]): Buffer {
  let all = ''
  for (const text of texts) all += text === undefined ? '-|' : `${text.length}:${text}|`
  return Buffer.from(all)
}
