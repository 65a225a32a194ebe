const dot = 0x2e
const cr = 0x0d
const lf = 0x0a

/** The content as DATA has it: a dot before each line that begins with one, and an end of the last line. */
export function stuffDots(bytes: Uint8Array): Uint8Array {
  const starts = dottedLines(bytes)
  const hasEnd = bytes.length === 0 || bytes.at(-1) === lf
  const stuffed = Buffer.allocUnsafe(bytes.length + starts.length + (hasEnd ? 0 : 2))
  let [from, to] = [0, 0]
  for (const start of [...starts, bytes.length]) {
    stuffed.set(bytes.subarray(from, start), to)
    to += start - from
    from = start
    if (start < bytes.length) stuffed[to++] = dot
  }
  if (!hasEnd) stuffed.set([cr, lf], to)
  return stuffed
}

/** Indices of the dots that begin a line. */
function dottedLines(bytes: Uint8Array): number[] {
  const found: number[] = []
  for (let at = bytes.indexOf(dot); at !== -1; at = bytes.indexOf(dot, at + 1)) {
    if (at === 0 || bytes[at - 1] === lf) found.push(at)
  }
  return found
}
