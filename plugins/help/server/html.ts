/**
 * HTML that was assembled safely: every template value is text and is escaped, unless it is HTML itself. `Html` can
 * only be created by these templates, whose own text comes from this plugin's code.
 */
const made: unique symbol = Symbol('made')

/** Text in which everything that means something to a browser was written by this plugin. */
export class Html {
  readonly #text: string

  private constructor(text: string) {
    this.#text = text
  }

  /** @param key prevents other modules from declaring plain text to be HTML */
  static [made](text: string): Html {
    return new Html(text)
  }

  toString(): string {
    return this.#text
  }
}

/** A value in a template. */
export type HtmlPart = Html | string | number | undefined | readonly HtmlPart[]

/** Makes HTML of a template; its values are escaped. */
export function html(words: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return Html[made](words.map((word, index) => word + textOf(parts[index])).join(''))
}

/** Text as a browser shows it, also inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
}

function textOf(part: HtmlPart): string {
  if (part === undefined) return ''
  if (part instanceof Html) return part.toString()
  if (Array.isArray(part)) return (part as readonly HtmlPart[]).map(textOf).join('')
  return escapeHtml(String(part))
}
