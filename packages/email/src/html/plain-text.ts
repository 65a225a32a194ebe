import { Tokenizer, type Token, type TokenHandler } from 'parse5'

/**
 * The text alternative of HTML that was sanitized: paragraphs, lists with their numbers, quotes with `>`, and links with their
 * targets. An element of the class `signature` begins with `-- ` as signatures do.
 */
export function plainTextOfHtml(html: string): string {
  const writer = new PlainWriter()
  writer.tokenizer.write(html, true)
  return writer.end()
}

const words = (line: string): ReadonlySet<string> => new Set(line.split(' '))
/** Elements with an empty line around them. */
const paragraphs = words('p blockquote ul ol table h1 h2 h3 h4 h5 h6 pre hr dl')
const lines = words('div li tr dt dd section header footer main address center caption figure')
const hidden = words('style title head')

interface Level {
  readonly name: string
  /** Before each of its lines. */
  prefix: string
  /** Before its first line, in place of the prefix. */
  first: string | undefined
  /** The number of the next item of a list; undefined for bullets. */
  number: number | undefined
  readonly href: string | undefined
  /** Where its text begins in the line. */
  readonly from: number
  isSignature: boolean
  hasLines: boolean
}

class PlainWriter implements TokenHandler {
  readonly tokenizer = new Tokenizer({ sourceCodeLocationInfo: false }, this)
  readonly #lines: string[] = []
  readonly #levels: Level[] = []
  #line = ''
  #wantsBlank = false

  onStartTag(token: Token.TagToken): void {
    const { tagName: name } = token
    if (name === 'br') return this.#break()
    if (paragraphs.has(name) && !this.#isInItem()) this.#paragraph()
    else if (paragraphs.has(name) || lines.has(name)) this.#flush()
    if (name === 'hr') this.#lines.push('---')
    if (name === 'td' || name === 'th') this.#add(this.#line === '' ? '' : '  ')
    if (!['hr', 'img', 'col', 'wbr', 'meta'].includes(name)) this.#levels.push(this.#levelOf(name, token))
  }

  onEndTag({ tagName: name }: Token.TagToken): void {
    const at = this.#levels.findLastIndex((level) => level.name === name)
    if (at === -1) return
    if (name === 'a') this.#addTarget(this.#levels[at])
    if (lines.has(name) || paragraphs.has(name)) this.#flush()
    this.#levels.splice(at)
    if (paragraphs.has(name) && !this.#isInItem()) this.#wantsBlank = true
  }

  onCharacter({ chars }: Token.CharacterToken): void {
    if (this.#levels.some(({ name }) => hidden.has(name))) return
    if (this.#levels.some(({ name }) => name === 'pre')) {
      for (const [at, part] of chars.split('\n').entries()) {
        if (at > 0) this.#break()
        this.#line += part
      }
      return
    }
    this.#startSignature(chars)
    const text = chars.replaceAll(/[\t\n\f\r ]+/g, ' ')
    this.#add(this.#line === '' || this.#line.endsWith(' ') ? text.trimStart() : text)
  }

  onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.onCharacter(token)
  }

  onNullCharacter(): void {}
  onComment(): void {}
  onDoctype(): void {}
  onEof(): void {}

  end(): string {
    this.#flush()
    return this.#lines.join('\n').replaceAll('\u00A0', ' ').trim()
  }

  #levelOf(name: string, { attrs }: Token.TagToken): Level {
    const valueOf = (attribute: string) => attrs.find((each) => each.name === attribute)?.value
    const level = { name, prefix: '', first: undefined, number: undefined, isSignature: false, hasLines: false }
    const common: Level = { ...level, href: name === 'a' ? valueOf('href') : undefined, from: this.#line.length }
    if (name === 'blockquote') return { ...common, prefix: '> ' }
    if (name === 'ol') return { ...common, number: Number.parseInt(valueOf('start') ?? '1', 10) || 1 }
    if (name === 'li') return { ...common, ...this.#marker() }
    return { ...common, isSignature: valueOf('class')?.split(' ').includes('signature') === true }
  }

  /** The bullet or the number of the next item. */
  #marker(): Pick<Level, 'first' | 'prefix'> {
    const list = this.#levels.findLast(({ name }) => name === 'ol' || name === 'ul')
    const first = list?.number === undefined ? '- ' : `${list.number}. `
    if (list?.number !== undefined) list.number += 1
    return { first, prefix: ' '.repeat(first.length) }
  }

  #startSignature(chars: string): void {
    const level = this.#levels.find(({ isSignature }) => isSignature)
    if (level === undefined || chars.trim() === '') return
    level.isSignature = false
    if (chars.trimStart().startsWith('--')) return
    this.#line = '-- '
    this.#break()
  }

  /** The target of a link, unless its text has it. */
  #addTarget(level: Level | undefined): void {
    if (level?.href === undefined) return
    const shown = this.#line.slice(level.from).trim()
    const target = level.href.replace(/^mailto:/i, '')
    if (shown !== target && /^https?:|@/i.test(target)) this.#add(shown === '' ? target : ` (${target})`)
  }

  #add(text: string): void {
    this.#line += text
  }

  /** Items of a list have no empty lines around their paragraphs. */
  #isInItem(): boolean {
    return this.#levels.at(-1)?.name === 'li'
  }

  #paragraph(): void {
    this.#flush()
    this.#wantsBlank = true
  }

  /** Ends the line, if it has text. */
  #flush(): void {
    if (this.#line.trim() !== '') this.#push()
  }

  #break(): void {
    if (this.#line === '-- ') this.#line = '--\u00A0'
    this.#push()
  }

  #push(): void {
    const isFirst = this.#lines.length === 0
    if (this.#wantsBlank && !isFirst && this.#line.trim() !== '') {
      const quotes = this.#levels.filter(({ name, hasLines }) => name === 'blockquote' && hasLines)
      this.#lines.push('> '.repeat(quotes.length).trimEnd())
    }
    if (this.#line.trim() !== '') this.#wantsBlank = false
    const before = this.#levels.map((level) => {
      const used = level.first ?? level.prefix
      level.first = undefined
      level.hasLines = true
      return used
    })
    this.#lines.push(`${before.join('')}${this.#line}`.replace(/ +$/, ''))
    this.#line = ''
  }
}
