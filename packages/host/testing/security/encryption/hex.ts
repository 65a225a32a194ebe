/** Bytes of a test vector. */
export function hex(text: string): Buffer {
  return Buffer.from(text, 'hex')
}
