/** Stands where a text is left out, which differs from an empty one; no text is as long. */
const absent = 0xffffffff

/**
 * Texts as bytes that no other list of texts gives: each with its length in front. It is what sealed values are bound to,
 * so that `("ab", "c")` and `("a", "bc")` are two places.
 */
export function lengthPrefixed(texts: readonly (string | undefined)[]): Buffer {
  const lengths = texts.map((text) => (text === undefined ? 0 : Buffer.byteLength(text)))
  const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + length + 4, 0))
  let end = 0
  for (const [place, text] of texts.entries()) {
    end = bytes.writeUInt32BE(text === undefined ? absent : (lengths[place] ?? 0), end)
    end += bytes.write(text ?? '', end)
  }
  return bytes
}
