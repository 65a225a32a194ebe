/** Reads and cleans the headers of a message before it is parsed, line by line and without a copy of its body. */

/** Bytes that are searched for headers; a longer block is not parsed either. */
const mostHeaders = 262_144

/** How many servers say that they have passed the message on. */
export function countReceived(bytes: Uint8Array): number {
  return headersOf(bytes).filter(({ name }) => name === 'received').length
}

/**
 * The message without results of checks that claim to be ours (RFC 8601, section 5); the same bytes where it has none.
 * @param server the name of this server
 */
export function withoutResultsOf(bytes: Uint8Array, server: string): Uint8Array {
  const claimed = headersOf(bytes).filter(({ name, value }) => {
    return name === 'authentication-results' && ownerOf(value) === server.toLowerCase()
  })
  if (claimed.length === 0) return bytes
  const kept: Uint8Array[] = []
  let from = 0
  for (const { start, end } of claimed) {
    kept.push(bytes.subarray(from, start))
    from = end
  }
  return Buffer.concat([...kept, bytes.subarray(from)])
}

/** The server that results are of: the first word, which may be in quotes and behind comments. */
function ownerOf(value: string): string {
  // bounded: a header within the block that is searched.
  const bare = value.replaceAll(/\([^()]*\)/g, ' ').trim()
  return (/^"?(?<owner>[^\s;"]+)/.exec(bare)?.groups?.['owner'] ?? '').toLowerCase()
}

interface RawHeader {
  /** In lower case. */
  readonly name: string
  readonly value: string
  readonly start: number
  /** Behind its last line. */
  readonly end: number
}

function headersOf(bytes: Uint8Array): readonly RawHeader[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, mostHeaders)).toString('latin1')
  const headers: RawHeader[] = []
  for (let at = 0; at < text.length;) {
    const end = endOfHeader(text, at)
    const line = text.slice(at, end)
    if (line.trim() === '') break
    const colon = line.indexOf(':')
    if (colon > 0) {
      headers.push({ name: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1), start: at, end })
    }
    at = end
  }
  return headers
}

/** Behind the line that begins here and those that continue it. */
function endOfHeader(text: string, start: number): number {
  let end = start
  do {
    const next = text.indexOf('\n', end)
    if (next === -1) return text.length
    end = next + 1
  } while (text[end] === ' ' || text[end] === '\t')
  return end
}
