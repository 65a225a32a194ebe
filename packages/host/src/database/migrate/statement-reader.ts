import type { SqlToken } from './sql-tokens.ts'

/** Words that are not name where a name is expected, so that an unknown form of a statement is not taken for a known one. */
const reserved: ReadonlySet<string> = new Set(
  'add all alter as by check column concurrently constraint create default delete drop exclude exists foreign from if ignore index insert into not on only or primary rename replace rollback select set table to unique update using values where'.split(
    ' ',
  ),
)

/** Reads the tokens of one statement from left to right. */
export class StatementReader {
  readonly #tokens: readonly SqlToken[]
  #at = 0

  constructor(tokens: readonly SqlToken[]) {
    this.#tokens = tokens
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length
  }

  /** Takes a sequence of words; nothing is taken when one of them is missing. */
  take(words: string): boolean {
    const wanted = words.split(' ')
    const isThere = wanted.every((word, offset) => isWord(this.#tokens[this.#at + offset], word))
    if (isThere) this.#at += wanted.length
    return isThere
  }

  takeSign(sign: string): boolean {
    const { kind, text } = this.#tokens[this.#at] ?? {}
    const isThere = kind === 'sign' && text === sign
    if (isThere) this.#at += 1
    return isThere
  }

  /** Takes a name; undefined for one with a schema, which may lie anywhere. */
  takeName(): string | undefined {
    const token = this.#tokens[this.#at]
    if (token === undefined || !isName(token)) return undefined
    this.#at += 1
    return this.takeSign('.') ? undefined : token.text
  }

  /** Skips to the next sign or word outside of parentheses. @returns the text that was found; undefined at the end */
  skipTo(texts: ReadonlySet<string>): string | undefined {
    for (let depth = 0; !this.isAtEnd; this.#at += 1) {
      const { kind, text } = this.#tokens[this.#at] ?? { kind: 'sign', text: '' }
      if (kind === 'name' || kind === 'literal') continue
      if (text === '(') depth += 1
      else if (text === ')') depth -= 1
      else if (depth === 0 && texts.has(text)) {
        this.#at += 1
        return text
      }
    }
    return undefined
  }

  /** Whether a sequence of words follows anywhere. */
  has(words: string): boolean {
    const wanted = words.split(' ')
    return this.#tokens
      .slice(this.#at)
      .some((_, place, rest) => wanted.every((word, offset) => isWord(rest[place + offset], word)))
  }
}

function isName({ kind, text }: SqlToken): boolean {
  return kind === 'name' || (kind === 'word' && !reserved.has(text))
}

function isWord(token: SqlToken | undefined, word: string): boolean {
  return token?.kind === 'word' && token.text === word
}
