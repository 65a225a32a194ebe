/** HTML whose texts are escaped. */
export interface Markup {
  readonly html: string
}

/** HTML, with each value as text; markup inside of it stays markup. */
export function markup(parts: TemplateStringsArray, ...values: readonly (string | Markup | undefined)[]): Markup {
  const html = parts.map((part, place) => part + htmlOf(values[place])).join('')
  return Object.freeze({ html })
}

/** Several of them, one after the other. */
export function joined(all: readonly Markup[]): Markup {
  return Object.freeze({ html: all.map(({ html }) => html).join('') })
}

/** A text in HTML, also within an attribute. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
}

function htmlOf(value: string | Markup | undefined): string {
  return typeof value === 'object' ? value.html : escaped(value ?? '')
}
