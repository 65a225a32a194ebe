const dot = 0x2e
const cr = 0x0d
const lf = 0x0a

/** Bytes of the content that a piece is made of. */
const pieceBytes = 65_536

/** The content as DATA has it, in pieces: a dot before each line that begins with one, and an end of the last line. */
export function* stuffedPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    yield stuffed(bytes, at, Math.min(bytes.length, at + pieceBytes))
  }
  if (bytes.length > 0 && bytes.at(-1) !== lf) yield Buffer.from([cr, lf])
}

function stuffed(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const piece = bytes.subarray(start, end)
  const dots = dottedLines(piece, start === 0 ? lf : bytes[start - 1])
  if (dots.length === 0) return piece
  const out = Buffer.allocUnsafe(piece.length + dots.length)
  let [from, to] = [0, 0]
  for (const at of [...dots, piece.length]) {
    out.set(piece.subarray(from, at), to)
    to += at - from
    from = at
    if (at < piece.length) out[to++] = dot
  }
  return out
}

/** Indices of the dots that begin a line. @param before the byte before the piece */
function dottedLines(piece: Uint8Array, before: number | undefined): number[] {
  const found: number[] = []
  for (let at = piece.indexOf(dot); at !== -1; at = piece.indexOf(dot, at + 1)) {
    if ((at === 0 ? before : piece[at - 1]) === lf) found.push(at)
  }
  return found
}
