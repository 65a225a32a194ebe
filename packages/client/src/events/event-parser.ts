/**
 * Server-sent events, as in section 9.2 of the HTML Living Standard, from text that is cut anywhere.
 *
 *   push(text) ─ takes the text up to each line end (LF, CR, or CRLF, which may be cut in two)
 *     endLine() ─┬─ a field ──► kept for the event that is being read
 *                └─ an empty line ──► dispatch(): the event is there, or dropped where it has no data
 *
 * Only new text is examined, so that the cost stays in proportion to the input, however small the pieces are. The
 * buffered part of one event is bounded.
 */

/** An event of a stream. */
export interface ServerEvent {
  /** Its name; `message` when it has none. */
  readonly event: string
  readonly data: string
  /** The last id that the stream has said; empty while it has said none. */
  readonly id: string
}

/** An event that is larger than a reader takes. */
export class EventTooLarge extends Error {
  override readonly name = 'EventTooLarge'
}

/** How long an id may be that is sent back as a header, in characters; a longer one is not remembered. */
const longestId = 1_024

/** Reads one stream. */
export class EventParser {
  /** How long the stream asks to wait before it is opened again, in milliseconds. */
  retry: number | undefined
  /** The id from which a stream resumes. */
  lastId: string
  readonly #most: number
  #line = ''
  #endsInReturn = false
  #event = ''
  #data: string[] = []
  #size = 0
  #id: string
  #ready: ServerEvent[] = []

  /** @param most how much is kept of an event, in characters */
  constructor(most: number, lastId = '') {
    this.#most = most
    this.lastId = lastId
    this.#id = lastId
  }

  /** The events that the text completes. @throws {EventTooLarge} */
  push(text: string): readonly ServerEvent[] {
    this.#ready = []
    let from = this.#endsInReturn && text.startsWith('\n') ? 1 : 0
    if (text !== '') this.#endsInReturn = false
    const ends = /\r\n?|\n/g
    ends.lastIndex = from
    for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
      this.#grow(text.slice(from, end.index))
      this.#endLine()
      from = ends.lastIndex
      this.#endsInReturn = end[0] === '\r' && from === text.length
    }
    this.#grow(text.slice(from))
    return this.#ready
  }

  #grow(text: string): void {
    this.#size += text.length
    if (this.#size > this.#most) throw new EventTooLarge(`An event has more than ${this.#most} characters.`)
    this.#line += text
  }

  #endLine(): void {
    const line = this.#line
    this.#line = ''
    if (line === '') return this.#dispatch()
    const colon = line.indexOf(':')
    if (colon === 0) this.#size -= line.length
    else if (colon === -1) this.#take(line, '')
    else this.#take(line.slice(0, colon), line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1))
  }

  #take(field: string, value: string): void {
    if (field === 'data') this.#data.push(value)
    else if (field === 'event') this.#event = value
    else if (field === 'id' && !value.includes('\0') && value.length <= longestId) this.#id = value
    else if (field === 'retry' && /^\d{1,9}$/.test(value)) this.retry = Number(value)
  }

  #dispatch(): void {
    this.lastId = this.#id
    if (this.#data.length > 0) {
      this.#ready.push({ event: this.#event || 'message', data: this.#data.join('\n'), id: this.#id })
    }
    this.#event = ''
    this.#data = []
    this.#size = 0
  }
}
