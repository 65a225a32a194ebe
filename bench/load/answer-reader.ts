/** One answer, as far as the load generator looks at it. */
export interface Answer {
  readonly status: number
  readonly bodyBytes: number
}

const headEnd = Buffer.from('\r\n\r\n')

/**
 * Splits the data of one connection into responses. It parses as little as possible, so that it costs less than a
 * server.
 */
export class AnswerReader {
  #pending: Buffer = Buffer.alloc(0)
  #head: Answer | undefined
  #missing = 0

  /**
   * Takes the next bytes.
   * @returns the response that they complete, if any
   * @throws Error for a response without a length, and for unexpected bytes after a response
   */
  push(chunk: Buffer): Answer | undefined {
    if (this.#head === undefined) return this.#readHead(chunk)
    return this.#readBody(this.#head, chunk.length)
  }

  #readHead(chunk: Buffer): Answer | undefined {
    const bytes = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk])
    const end = bytes.indexOf(headEnd)
    if (end === -1) {
      this.#pending = bytes
      return undefined
    }
    this.#pending = Buffer.alloc(0)
    const head = parseHead(bytes.toString('latin1', 0, end))
    this.#missing = head.bodyBytes
    this.#head = head
    return this.#readBody(head, bytes.length - end - headEnd.length)
  }

  #readBody(head: Answer, length: number): Answer | undefined {
    this.#missing -= length
    if (this.#missing > 0) return undefined
    if (this.#missing < 0) throw new Error('The server sent more than was asked for.')
    this.#head = undefined
    return head
  }
}

function parseHead(head: string): Answer {
  const status = Number(head.slice(9, 12))
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined && status !== 204 && status !== 304) {
    throw new Error(`An answer with status ${status} has no Content-Length; the load generator reads no other.`)
  }
  return { status, bodyBytes: Number(length ?? 0) }
}
