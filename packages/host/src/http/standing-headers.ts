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

export class StandingHeaders {
  /** All of them. */
  readonly lines: string
  readonly #byName: ReadonlyMap<string, string>
  readonly #shortest: number

  /** @param headers by lower-case name */
  constructor(headers: Readonly<Record<string, string>>) {
    this.#byName = new Map(Object.entries(headers).map(([name, value]) => [name, `${name}: ${value}\r\n`]))
    this.#shortest = Math.min(...[...this.#byName.keys()].map((name) => name.length))
    this.lines = [...this.#byName.values()].join('')
  }

  /** The lines that an answer with these headers lacks. */
  linesBeside(head: AnswerHead): string {
    if (Array.isArray(head)) return this.#without(namesOf(head as readonly unknown[]))
    for (const name in head as OutgoingHttpHeaders) {
      if (name.length >= this.#shortest && this.#byName.has(name.toLowerCase())) {
        return this.#without(Object.keys(head as OutgoingHttpHeaders))
      }
    }
    return this.lines
  }

  #without(stated: readonly string[]): string {
    const names = new Set(stated.map((name) => name.toLowerCase()))
    return [...this.#byName].map(([name, line]) => (names.has(name) ? '' : line)).join('')
  }
}

/** The names in `[name, value, name, value]` or in `[[name, value], [name, value]]`. */
function namesOf(head: readonly unknown[]): readonly string[] {
  if (Array.isArray(head[0])) return (head as readonly (readonly unknown[])[]).map(([name]) => String(name))
  return head.filter((_part, place) => place % 2 === 0).map(String)
}
