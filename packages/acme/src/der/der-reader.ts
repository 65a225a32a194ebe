/** One value as it was read. */
export interface DerNode {
  readonly tag: number
  readonly content: Buffer
  /** Tag, length and content. */
  readonly whole: Buffer
}

/**
 * Reads the values that stand one after the other in `bytes`. Lengths beyond the bytes, indefinite ones and tags of more
 * than one byte are refused, as certificates have none.
 *
 * @throws {RangeError} for bytes that are not DER
 */
export function readValues(bytes: Uint8Array): DerNode[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const nodes: DerNode[] = []
  for (let at = 0; at < buffer.length;) {
    const node = readValue(buffer, at)
    nodes.push(node)
    at += node.whole.length
  }
  return nodes
}

/**
 * The only value in `bytes`.
 *
 * @throws {RangeError} for other bytes
 */
export function readOne(bytes: Uint8Array): DerNode {
  const [node, ...rest] = readValues(bytes)
  if (node === undefined || rest.length > 0) throw new RangeError('not one DER value')
  return node
}

function readValue(buffer: Buffer, at: number): DerNode {
  const tag = buffer[at]
  const first = buffer[at + 1]
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) throw new RangeError('not a DER value')
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f
  const start = at + 2 + lengthBytes
  if (first === 0x80 || lengthBytes > 4 || start > buffer.length) throw new RangeError('not a DER length')
  const end = start + (lengthBytes === 0 ? first : buffer.readUIntBE(at + 2, lengthBytes))
  if (end > buffer.length) throw new RangeError('a DER value beyond its bytes')
  return { tag, content: buffer.subarray(start, end), whole: buffer.subarray(at, end) }
}
