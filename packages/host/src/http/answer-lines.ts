/**
 * The headers of an answer as the lines that are sent. Node checks each name and each value again with every answer,
 * which costs a twelfth of a small request; most answers repeat what the last one said.
 */
import type { StandingHeaders } from './standing-headers.ts'

/** A header as it was last sent. */
interface SentHeader {
  value: string
  line: string
}

/** Names that are kept: answers may have any, so their number has no bound of its own. */
const mostNames = 100
/** Characters of a value that is kept. */
const longestKept = 200

const wellFormedName = /^[\w!#$%&'*+.^`|~-]+$/
/** Headers that Node reads itself, changes, or takes several times. */
const ofNode: ReadonlySet<string> = new Set([
  'connection',
  'content-disposition',
  'content-length',
  'date',
  'expect',
  'keep-alive',
  'set-cookie',
  'trailer',
  'transfer-encoding',
])
const unsendable = /[^\t\u0020-\u007e\u0080-\u00ff]/

export class AnswerLines {
  readonly #standing: StandingHeaders
  readonly #sent = new Map<string, SentHeader>()

  constructor(standing: StandingHeaders) {
    this.#standing = standing
  }

  /**
   * The lines of an answer with these headers, and of the standing ones that it does not state.
   * @param headers by lower-case name
   * @returns undefined when Node is to judge one of them
   */
  of(headers: Readonly<Record<string, string>>): string | undefined {
    let lines = ''
    for (const name in headers) {
      const value = headers[name]
      const sent = this.#sent.get(name)
      const line = sent?.value === value ? sent?.line : this.#check(name, value, sent)
      if (line === undefined) return undefined
      lines += line
    }
    return this.#standing.linesBeside(headers) + lines
  }

  /** @param sent the header of this name in an earlier answer */
  #check(name: string, value: unknown, sent: SentHeader | undefined): string | undefined {
    if (typeof value !== 'string' || !isSendable(value)) return undefined
    if (sent === undefined && (ofNode.has(name.toLowerCase()) || !wellFormedName.test(name))) return undefined
    const line = `${name}: ${value}\r\n`
    if (value.length > longestKept) return line
    if (sent !== undefined) {
      sent.value = value
      sent.line = line
    } else if (this.#sent.size < mostNames) this.#sent.set(name, { value, line })
    return line
  }
}

/** Whether a header can carry a value: a line break in it would let its author write others (RFC 9110, section 5.5). */
export function isSendable(value: string): boolean {
  return !unsendable.test(value)
}
