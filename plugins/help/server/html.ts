/**
 * HTML that was put together safely: whatever a template is given is text and is escaped, unless it is HTML itself.
 * There is no other way to make an `Html` than these templates, whose own words come from this plugin's code.
 */
const made: unique symbol = Symbol('made')

/** Text in which everything that means something to a browser was written by this plugin. */
export class Html {
  readonly #text: string

  private constructor(text: string) {
    this.#text = text
  }

  /** @param key keeps everybody else from calling plain text HTML */
  static [made](text: string): Html {
    return new Html(text)
  }

  toString(): string {
    return this.#text
  }
}

/** What stands in a template. */
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
