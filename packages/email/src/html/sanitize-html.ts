import { Tokenizer, TokenizerMode, type Token, type TokenHandler } from 'parse5'
import { isSafeCss, kept, keptValue, rawDropped, siblings, treeDropped, voids } from './html-rules.ts'

/** Levels that stay. The content of deeper elements stays without them. */
const deepest = 100
const mostAttributes = 50

export interface SanitizeOptions {
  /** For a part of another document: its body becomes a block, and its head goes but for its style sheets. */
  readonly isPart?: boolean
}

/**
 * HTML of an email without anything that runs: of what the tokenizer of browsers reads, only listed elements and attributes are
 * written again, closed and escaped. Comments are left out. It takes time in proportion to its length, and never throws.
 */
export function sanitizeHtml(html: string, { isPart = false }: SanitizeOptions = {}): string {
  const writer = new SafeWriter(isPart)
  writer.tokenizer.write(html.toWellFormed().replaceAll('\0', ''), true)
  return writer.end()
}

const ofDocument: ReadonlySet<string> = new Set(['html', 'head', 'meta', 'title'])

/** Writes what is kept of a stream of tokens. */
class SafeWriter implements TokenHandler {
  readonly tokenizer = new Tokenizer({ sourceCodeLocationInfo: false }, this)
  readonly #pieces: string[] = []
  readonly #open: string[] = []
  /** The style sheet that is read. */
  #sheet = ''
  readonly #isPart: boolean
  /** Elements that are left out with their content: the name of the outermost, and how often it is open. */
  #dropped: { readonly name: string; levels: number } | undefined

  constructor(isPart: boolean) {
    this.#isPart = isPart
  }

  onStartTag(token: Token.TagToken): void {
    const name = this.#nameOf(token)
    if (this.#dropped !== undefined) {
      if (this.#dropped.name === name) this.#dropped.levels += 1
      if (name === 'style' || rawDropped.has(name)) this.tokenizer.state = TokenizerMode.RAWTEXT
      return
    }
    const goes = rawDropped.has(name) || treeDropped.has(name) || (this.#isPart && name === 'title')
    if (goes) return this.#drop(name, token.selfClosing)
    if (name === 'textarea' || name === 'title') this.tokenizer.state = TokenizerMode.RCDATA
    if (name === 'plaintext') this.tokenizer.state = TokenizerMode.PLAINTEXT
    if (name === 'style') this.tokenizer.state = TokenizerMode.RAWTEXT
    if (!kept.has(name) || (this.#isPart && ofDocument.has(name))) return
    if (siblings.has(name) && this.#open.at(-1) === name) this.#close(name)
    if (voids.has(name)) return this.#write(name, token)
    if (this.#open.length >= deepest) return
    this.#open.push(name)
    this.#write(name, token)
  }

  onEndTag(token: Token.TagToken): void {
    const name = this.#nameOf(token)
    if (this.#dropped === undefined) this.#close(name)
    else if (this.#dropped.name === name && (this.#dropped.levels -= 1) === 0) this.#dropped = undefined
  }

  onCharacter({ chars }: Token.CharacterToken): void {
    if (this.#dropped !== undefined) return
    if (this.#open.at(-1) === 'style') this.#sheet += chars
    else this.#pieces.push(escapeText(chars))
  }

  onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.onCharacter(token)
  }

  onDoctype({ name }: Token.DoctypeToken): void {
    if (this.#pieces.length === 0 && !this.#isPart && name === 'html') this.#pieces.push('<!doctype html>')
  }

  onNullCharacter(): void {}
  onComment(): void {}
  onEof(): void {}

  end(): string {
    while (this.#open.length > 0) this.#close(this.#open.at(-1) ?? '')
    return this.#pieces.join('')
  }

  #nameOf({ tagName }: Token.TagToken): string {
    return this.#isPart && tagName === 'body' ? 'div' : tagName
  }

  #drop(name: string, isEmpty: boolean): void {
    // Only foreign elements can be closed by their own tag.
    if (isEmpty && (name === 'svg' || name === 'math')) return
    this.#dropped = { name, levels: 1 }
    if (rawDropped.has(name) || name === 'title') {
      this.tokenizer.state = name === 'script' ? TokenizerMode.SCRIPT_DATA : TokenizerMode.RAWTEXT
    }
  }

  #write(name: string, { attrs }: Token.TagToken): void {
    const written = attrs.slice(0, mostAttributes).flatMap(({ name: attribute, value }) => {
      const safe = keptValue(name, attribute, value)
      return safe === undefined ? [] : [` ${attribute}="${escapeValue(safe)}"`]
    })
    if (name === 'meta' && !isWhole(written)) return
    this.#pieces.push(`<${name}${written.join('')}>`)
  }

  /** Closes an element that is open, and all within it. */
  #close(name: string): void {
    const at = this.#open.lastIndexOf(name)
    if (at === -1) return
    for (const each of this.#open.splice(at).toReversed()) {
      if (each === 'style') this.#endSheet()
      this.#pieces.push(`</${each}>`)
    }
  }

  /** A sheet comes in several tokens, and is judged as a whole. */
  #endSheet(): void {
    if (isSafeCss(this.#sheet)) this.#pieces.push(this.#sheet)
    this.#sheet = ''
  }
}

/** A `meta` states its character set, or has a name that stays. */
function isWhole(attributes: readonly string[]): boolean {
  return attributes.some((each) => each.startsWith(' charset=') || each.startsWith(' name='))
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00A0', '&nbsp;')
}

function escapeValue(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;')
}
