/**
 * The first message of a TLS client, as far as a server decides by it before it begins a handshake: the name that the
 * client asks for (RFC 6066 §3) and the protocols that it speaks (RFC 7301). Everything else is left to OpenSSL, which
 * judges the message again.
 */

/** The name and the protocols of a client. */
export interface ClientHello {
  /** As sent; undefined for a client that states none. */
  readonly serverName: string | undefined
  readonly protocols: readonly string[]
}

/** `more` until the message is complete, `invalid` for bytes that don't begin one. */
export type ReadHello = ClientHello | 'more' | 'invalid'

/** Bytes of a first message, all of its records together; that of a browser has about 2,000. */
export const longestHello = 16_384

const handshakeRecord = 22
const majorVersion = 3
const clientHello = 1
const recordHead = 5
const messageHead = 4
const extensionIds = { serverName: 0, protocols: 16 } as const

/** @param bytes that a client has sent so far */
export function readClientHello(bytes: Buffer): ReadHello {
  const message = messageOf(bytes)
  if (typeof message === 'string') return message
  try {
    return readMessage(new Reader(message))
  } catch (error) {
    if (error instanceof RangeError) return 'invalid'
    throw error
  }
}

/** The message, whose pieces may be in several records. */
function messageOf(bytes: Buffer): Buffer | 'more' | 'invalid' {
  const pieces: Buffer[] = []
  let collected = 0
  let length: number | undefined
  for (let at = 0; length === undefined || collected < length;) {
    if (at > longestHello || (bytes[at] ?? handshakeRecord) !== handshakeRecord) return 'invalid'
    if ((bytes[at + 1] ?? majorVersion) !== majorVersion) return 'invalid'
    if (bytes.length < at + recordHead) return 'more'
    const end = at + recordHead + bytes.readUInt16BE(at + 3)
    if (end === at + recordHead) return 'invalid'
    const piece = bytes.subarray(at + recordHead, end)
    pieces.push(piece)
    collected += piece.length
    length ??= lengthOf(pieces.length === 1 ? piece : Buffer.concat(pieces))
    if (length === invalid) return 'invalid'
    if (bytes.length < end && (length === undefined || collected < length)) return 'more'
    at = end
  }
  return (pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces)).subarray(messageHead, length)
}

const invalid = -1

/** Bytes of the message with its head; undefined until they can be told. */
function lengthOf(start: Buffer): number | undefined {
  if (start.length > 0 && start[0] !== clientHello) return invalid
  if (start.length < messageHead) return undefined
  const length = messageHead + start.readUIntBE(1, 3)
  return length > longestHello ? invalid : length
}

/** @throws RangeError for lengths beyond the message */
function readMessage(reader: Reader): ClientHello {
  const versionAndRandom = 34
  reader.skip(versionAndRandom)
  reader.vector(1)
  reader.vector(2)
  reader.vector(1)
  let serverName: string | undefined
  let protocols: readonly string[] = []
  const extensions = reader.isAtEnd ? reader : reader.vector(2)
  while (!extensions.isAtEnd) {
    const id = extensions.number(2)
    const content = extensions.vector(2)
    if (id === extensionIds.serverName) serverName = nameOf(content)
    if (id === extensionIds.protocols) protocols = protocolsOf(content)
  }
  return { serverName, protocols }
}

/** The first host name of the list; no client sends another kind, or two. */
function nameOf(content: Reader): string | undefined {
  if (content.isAtEnd) return undefined
  const list = content.vector(2)
  const kind = list.number(1)
  const name = list.vector(2).text()
  return kind === 0 && name !== '' ? name : undefined
}

function protocolsOf(content: Reader): readonly string[] {
  const list = content.vector(2)
  const protocols: string[] = []
  while (!list.isAtEnd) protocols.push(list.vector(1).text())
  return protocols
}

/** Numbers and vectors one after the other. */
class Reader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  /** @throws RangeError beyond the end */
  skip(length: number): Buffer {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new RangeError('beyond the message')
    const skipped = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return skipped
  }

  /** @throws RangeError beyond the end */
  number(width: 1 | 2): number {
    return this.skip(width).readUIntBE(0, width)
  }

  /** Bytes behind their length. @throws RangeError beyond the end */
  vector(width: 1 | 2): Reader {
    return new Reader(this.skip(this.number(width)))
  }

  /** One character a byte. */
  text(): string {
    return this.#bytes.toString('latin1')
  }
}
