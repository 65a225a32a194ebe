/**
 * The headers of a plain answer as lines. They are checked as Node checks them, but a name and a value that recur are checked
 * once: most answers differ in two values.
 */
import { validateHeaderName, validateHeaderValue } from 'node:http'

/** Headers that change how Node frames or encodes an answer, so that Node has to see them; and secrets. */
const leftToNode: ReadonlySet<string> = new Set([
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

/** The most names that are remembered, and the longest value: handlers choose them. */
const mostNames = 200
const longestValue = 256

export class HeaderLines {
  /** The last value of each name. */
  readonly #checked = new Map<string, string>()

  /**
   * @returns undefined where Node has to see the headers themselves
   * @throws TypeError for a name or a value that HTTP can't carry
   */
  of(headers: Readonly<Record<string, string>>): string | undefined {
    let lines = ''
    for (const name in headers) {
      const value = headers[name] as string
      if (this.#checked.get(name) !== value && !this.#check(name, value)) return undefined
      lines += `${name}: ${value}\r\n`
    }
    return lines
  }

  #check(name: string, value: unknown): value is string {
    if (typeof value !== 'string') return false
    if (!this.#checked.has(name)) {
      validateHeaderName(name)
      if (leftToNode.has(name.toLowerCase())) return false
    }
    if (uncarried.test(value)) validateHeaderValue(name, value)
    const isKept = value.length <= longestValue && (this.#checked.has(name) || this.#checked.size < mostNames)
    if (isKept) this.#checked.set(name, value)
    return true
  }
}

/** Characters that a value can't have (RFC 9110, section 5.5). */
const uncarried = /[^\t\u0020-\u007e\u0080-\u00ff]/
