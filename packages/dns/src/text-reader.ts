import { DnsError } from './dns-error.ts'

/** A word of presentation text, with its escapes. A quoted one is without its quotes. */
export interface Token {
  readonly text: string
  readonly isQuoted: boolean
}

/**
 * Reads the data of a record as zone files write it, on one line: words between spaces, and text in quotes. Parentheses
 * and comments belong to a zone file, and are refused here unless they are quoted or escaped, so that no part of a TXT
 * record is lost as a comment.
 */
export class TextReader {
  /** The name below which relative names are. */
  readonly origin: string | undefined
  /** The field that is being read, for errors. */
  field: string | undefined
  readonly #tokens: readonly Token[]
  #next = 0

  constructor(text: string, origin?: string) {
    this.origin = origin
    this.#tokens = tokensOf(text)
  }

  get isAtEnd(): boolean {
    return this.#next >= this.#tokens.length
  }

  peek(): Token | undefined {
    return this.#tokens[this.#next]
  }

  /** The next word, quoted or not. */
  token(): Token {
    const token = this.#tokens[this.#next]
    if (token === undefined) return this.fail('A value is missing.')
    this.#next++
    return token
  }

  /** The next word, which must not be quoted. */
  word(): string {
    const { text, isQuoted } = this.token()
    return isQuoted ? this.fail(`${JSON.stringify(text)} must not be in quotes.`) : text
  }

  /** All words that are left, at least one. */
  words(): string[] {
    const words = [this.word()]
    while (!this.isAtEnd) words.push(this.word())
    return words
  }

  fail(problem: string): never {
    throw new DnsError('invalid_data', problem, this.field)
  }
}

const isSpace = (character: string): boolean => ' \t\r\n'.includes(character)

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  for (;;) {
    while (at < text.length && isSpace(text.charAt(at))) at++
    if (at >= text.length) return tokens
    const isQuoted = text.charAt(at) === '"'
    const end = isQuoted ? quoteEnd(text, at) : wordEnd(text, at)
    tokens.push({ text: isQuoted ? text.slice(at + 1, end - 1) : text.slice(at, end), isQuoted })
    at = end
  }
}

/** Behind the quote that ends what begins at `start`. */
function quoteEnd(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1
  if (at >= text.length) throw new DnsError('invalid_data', 'A quote is not closed.')
  return at + 1
}

/** Behind a word; a quoted part, as in `alpn="h2,h3"`, belongs to it. */
function wordEnd(text: string, start: number): number {
  let at = start
  while (at < text.length && !isSpace(text.charAt(at))) {
    const character = text.charAt(at)
    if (character === '"') at = quoteEnd(text, at)
    else if (';()'.includes(character)) throw new DnsError('invalid_data', `Put "${character}" in quotes or escape it.`)
    else at += character === '\\' ? 2 : 1
  }
  return Math.min(at, text.length)
}
