/**
 * Splits the text of a zone file (RFC 1035 §5.1) into entries: the tokens of one logical line, which parentheses may
 * spread over several lines. Every character is read once. Tokens keep their quotes and escapes, so that the parser of
 * each record type reads them as they were written.
 */
export interface ZoneToken {
  readonly text: string
  readonly isQuoted: boolean
  /** Counted from 1. */
  readonly line: number
  /** Counted from 1, in UTF-16 units. */
  readonly column: number
}

export interface ZoneEntry {
  readonly tokens: readonly ZoneToken[]
  /** The line begins with a space or a tab, so the owner is that of the record before. */
  readonly isIndented: boolean
  /** The text after the last `;`, outside parentheses. */
  readonly comment: string
  /** The first error in this entry; its tokens are incomplete. */
  readonly error: EntryError | undefined
}

export interface EntryError {
  readonly line: number
  readonly column: number
  readonly message: string
}

export function* splitEntries(text: string): Generator<ZoneEntry, void, undefined> {
  const reader = new EntryReader(text)
  for (let entry = reader.next(); entry !== undefined; entry = reader.next()) yield entry
}

/** Runs of characters without a meaning of their own, matched at one position. */
const plain = /[^\s"();\\\0-\x1f\x7f]+/y
const quotedPlain = /[^"\\\n\r\0-\x08\x0b-\x1f\x7f]+/y
const restOfLine = /[^\n\r]*/y
/** A backslash takes three digits up to 255, or one character that isn't a digit. */
const escape = /\\(?:[01]\d\d|2[0-4]\d|25[0-5]|[^\d\0-\x1f\x7f])/uy

class EntryReader {
  readonly #text: string
  #at = 0
  #line = 1
  #lineStart = 0
  #tokens: ZoneToken[] = []
  #comment = ''
  #error: EntryError | undefined
  #open: EntryError | undefined

  constructor(text: string) {
    this.#text = text
    if (text.startsWith('\u{FEFF}')) this.#at = this.#lineStart = 1
  }

  /** The next entry with tokens or an error; empty lines and lines of comments are skipped. */
  next(): ZoneEntry | undefined {
    while (this.#at < this.#text.length) {
      const entry = this.#readEntry()
      if (entry.tokens.length > 0 || entry.error !== undefined) return entry
    }
    return undefined
  }

  #readEntry(): ZoneEntry {
    this.#tokens = []
    this.#comment = ''
    this.#error = undefined
    const first = this.#text[this.#at]
    const isIndented = first === ' ' || first === '\t'
    while (this.#at < this.#text.length && !this.#readPart());
    if (this.#open !== undefined) this.#fail('This parenthesis is never closed.', this.#open)
    this.#open = undefined
    return { tokens: this.#tokens, isIndented, comment: this.#comment.trim(), error: this.#error }
  }

  /** Reads a token, a mark or a run of spaces; true at the end of the entry. */
  #readPart(): boolean {
    const character = this.#text[this.#at]
    if (character === '\n' || character === '\r') return this.#endLine(character)
    if (character === ' ' || character === '\t') this.#at += 1
    else if (character === ';') this.#readComment()
    else if (character === '(' || character === ')') this.#readParenthesis(character)
    else this.#readToken()
    return false
  }

  #endLine(character: string): boolean {
    this.#at += character === '\r' && this.#text[this.#at + 1] === '\n' ? 2 : 1
    this.#line += 1
    this.#lineStart = this.#at
    return this.#open === undefined
  }

  #readComment(): void {
    this.#at += 1
    const comment = this.#match(restOfLine)
    this.#comment = this.#open === undefined ? comment : ''
  }

  #readParenthesis(character: string): void {
    if (character === '(') {
      if (this.#open !== undefined) this.#fail("Parentheses can't be nested.")
      this.#open ??= { ...this.#position(), message: '' }
    } else {
      if (this.#open === undefined) this.#fail('This parenthesis was never opened.')
      this.#open = undefined
    }
    this.#at += 1
  }

  #readToken(): void {
    const start = this.#at
    const position = this.#position()
    const isQuoted = this.#text[start] === '"'
    if (isQuoted) this.#readQuoted()
    else this.#readPlain()
    this.#tokens.push({ text: this.#text.slice(start, this.#at), isQuoted, ...position })
  }

  /** A value may be quoted within a token: `alpn="h2,h3"` (RFC 9460 §2.1). */
  #readPlain(): void {
    for (;;) {
      const start = this.#at
      this.#match(plain)
      const next = this.#text[this.#at]
      if (next === '\\') this.#readEscape()
      else if (next === '"' && this.#text[this.#at - 1] === '=') return this.#readQuoted()
      else if (next !== undefined && !' \t\n\r;()"'.includes(next)) this.#skipControl()
      if (this.#at === start) return
    }
  }

  #readQuoted(): void {
    const opening = this.#position()
    this.#at += 1
    for (;;) {
      this.#match(quotedPlain)
      const next = this.#text[this.#at]
      if (next === '"') {
        this.#at += 1
        return
      }
      if (next === undefined || next === '\n' || next === '\r') {
        this.#open = undefined
        return this.#fail("This quoted text doesn't end on its line.", opening)
      }
      if (next === '\\') this.#readEscape()
      else this.#skipControl()
    }
  }

  #readEscape(): void {
    const start = this.#position()
    if (this.#match(escape) !== '') return
    this.#fail("After a backslash, write three digits up to 255, or one character that isn't a digit.", start)
    this.#at += 1
  }

  #skipControl(): void {
    this.#fail("Control characters and spaces other than space and tab aren't allowed here. Write them as \\DDD.")
    this.#at += 1
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0] ?? ''
    this.#at += found.length
    return found
  }

  #position(): { readonly line: number; readonly column: number } {
    return { line: this.#line, column: this.#at - this.#lineStart + 1 }
  }

  #fail(message: string, { line, column } = this.#position()): void {
    this.#error ??= { line, column, message }
  }
}
