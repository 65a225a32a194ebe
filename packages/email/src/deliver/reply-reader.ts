/** A reply of the server that a message is sent to. */
export interface PeerReply {
  readonly code: number
  /** As in "4.7.1", where the reply has one that fits its code. */
  readonly enhanced: string | undefined
  /** The lines without codes, joined by LF. */
  readonly text: string
}

const maxLineBytes = 4_096
const maxLines = 200

/** Bytes that are no SMTP reply, or too many of them. */
export class MalformedReply extends Error {
  override readonly name = 'MalformedReply'
}

/** Reads replies from bytes in any pieces. */
export class ReplyReader {
  #rest = ''
  #lines: string[] = []

  /** Whether bytes came that belong to no reply that was read. */
  get hasRest(): boolean {
    return this.#rest !== '' || this.#lines.length > 0
  }

  give(bytes: Uint8Array): void {
    this.#rest += Buffer.from(bytes).toString('latin1')
  }

  /** @throws {MalformedReply} */
  next(): PeerReply | undefined {
    for (;;) {
      const end = this.#rest.indexOf('\n')
      if (end > maxLineBytes || (end === -1 && this.#rest.length > maxLineBytes)) {
        throw new MalformedReply('A line of the reply is too long.')
      }
      if (end === -1) return undefined
      const line = this.#rest.slice(0, end).replace(/\r$/, '')
      this.#rest = this.#rest.slice(end + 1)
      const reply = this.#add(line)
      if (reply !== undefined) return reply
    }
  }

  #add(line: string): PeerReply | undefined {
    const first = this.#lines[0] ?? line
    if (!/^[2-5]\d\d(?:[ -]|$)/.test(line) || line.slice(0, 3) !== first.slice(0, 3)) {
      throw new MalformedReply('The reply is not SMTP.')
    }
    this.#lines.push(line)
    if (this.#lines.length > maxLines) throw new MalformedReply('The reply has too many lines.')
    if (line[3] === '-') return undefined
    const lines = this.#lines
    this.#lines = []
    return replyOf(lines)
  }
}

function replyOf(lines: readonly string[]): PeerReply {
  const code = Number(lines[0]?.slice(0, 3))
  const texts = lines.map((line) => readableText(line.slice(4)))
  const enhanced = enhancedOf(texts[0] ?? '', code)
  const prefix = enhanced === undefined ? '' : enhanced
  const text = texts.map((each) => (each.startsWith(prefix) ? each.slice(prefix.length).trim() : each)).join('\n')
  return { code, enhanced, text }
}

function enhancedOf(text: string, code: number): string | undefined {
  const found = /^[245]\.\d{1,3}\.\d{1,3}(?= |$)/.exec(text)?.[0]
  return found !== undefined && found[0] === String(code)[0] ? found : undefined
}

/** UTF-8 where it is that, without control characters. */
function readableText(bytes: string): string {
  return Buffer.from(bytes, 'latin1')
    .toString('utf8')
    .replaceAll(/[\0-\x1f\x7f-\x9f]/g, ' ')
}
