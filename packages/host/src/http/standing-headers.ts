/**
 * Headers that every answer has unless it states them itself, as lines that are ready to be sent. Each answer has the
 * same ones, so they are joined once and not once a request.
 */
import type { OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http'

/** The headers of an answer in the forms in which Node takes them. */
export type AnswerHead =
  | OutgoingHttpHeaders
  | readonly OutgoingHttpHeader[]
  | readonly (readonly OutgoingHttpHeader[])[]
  | undefined

/** The most combinations whose lines are kept. Answers may repeat a name, so their number has no bound of its own. */
const mostCombinations = 100

export class StandingHeaders {
  /** All of them. */
  readonly lines: string
  readonly #byName: ReadonlyMap<string, string>
  readonly #shortest: number
  /** The lines beside what some answers state. */
  readonly #byStated = new Map<string, string>()

  /** @param headers by lower-case name */
  constructor(headers: Readonly<Record<string, string>>) {
    this.#byName = new Map(Object.entries(headers).map(([name, value]) => [name, `${name}: ${value}\r\n`]))
    this.#shortest = Math.min(...[...this.#byName.keys()].map((name) => name.length))
    this.lines = [...this.#byName.values()].join('')
  }

  /** The lines that an answer with these headers lacks. */
  linesBeside(head: AnswerHead): string {
    if (Array.isArray(head)) return this.#beside(namesOf(head as readonly unknown[]))
    let stated = ''
    for (const name in head as OutgoingHttpHeaders) {
      if (name.length < this.#shortest) continue
      const lower = name.toLowerCase()
      if (this.#byName.has(lower)) stated += `${lower}\n`
    }
    return this.#without(stated)
  }

  #beside(names: readonly string[]): string {
    const stated = names.map((name) => name.toLowerCase()).filter((name) => this.#byName.has(name))
    return this.#without(stated.map((name) => `${name}\n`).join(''))
  }

  /** @param stated standing headers that the answer states itself, each with a line break; few combinations occur */
  #without(stated: string): string {
    if (stated === '') return this.lines
    const known = this.#byStated.get(stated)
    if (known !== undefined) return known
    const names = new Set(stated.split('\n'))
    const lines = [...this.#byName].map(([name, line]) => (names.has(name) ? '' : line)).join('')
    if (this.#byStated.size < mostCombinations) this.#byStated.set(stated, lines)
    return lines
  }
}

/** The names in `[name, value, name, value]` or in `[[name, value], [name, value]]`. */
function namesOf(head: readonly unknown[]): readonly string[] {
  if (Array.isArray(head[0])) return (head as readonly (readonly unknown[])[]).map(([name]) => String(name))
  return head.filter((_part, place) => place % 2 === 0).map(String)
}
