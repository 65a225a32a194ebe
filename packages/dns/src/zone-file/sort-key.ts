import { encodeName, nameKey } from '../names.ts'

/**
 * Text whose order is the canonical order of names (RFC 4034 §6.1): labels from the right, each ended by a zero. Made once
 * per name, it spares a sort the labels of both names in each comparison.
 */
export function sortKey(name: string): string {
  const bytes = encodeName(nameKey(name))
  const labels: string[] = []
  for (let at = 0, length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) {
    labels.push(toKey(bytes.subarray(at + 1, at + 1 + length)))
    at += 1 + length
  }
  return labels.toReversed().join('')
}

/** Zero ends a label, so the bytes 0 and 1 become two characters that keep their order. */
function toKey(label: Uint8Array): string {
  let key = ''
  for (const byte of label) key += byte < 2 ? String.fromCharCode(1, byte + 1) : String.fromCharCode(byte)
  return `${key}\0`
}
