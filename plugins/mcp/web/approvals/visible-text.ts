/**
 * Text by an agent, with invisible and direction-changing characters shown as escapes. An approver reads exactly what
 * runs: a text can't disguise itself as another one.
 */
const hidden =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\u00a0\u115f\u1160\u2000-\u200a\u202f\u205f\u3164\p{Variation_Selector}\uffa0]/gu

/** One line. */
export function visibleText(text: string): string {
  return text.replaceAll(hidden, escaped)
}

/** A value as JSON in lines; it stays the same JSON. */
export function visibleJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replaceAll(hidden, (sign) => (sign === '\n' ? sign : escaped(sign)))
}

function escaped(sign: string): string {
  return [...Array(sign.length).keys()].map((at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')
}
