export const replacement = '\uFFFD'

/** Text that every database stores: without lone surrogates and without NUL. */
export const cleanText = (text: string): string => text.toWellFormed().replaceAll('\0', replacement)

/** The first characters of a text; no pair of surrogates is cut in two. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  const code = text.charCodeAt(most - 1)
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? most - 1 : most)
}

// Embeddings, overrides and isolates: they can show the text behind them in another order.
const bidiControls = /[\u202A-\u202E\u2066-\u2069]/g

/** A text whose characters are shown in their own order. Marks of a single place, such as U+200F, stay. */
export const inOrder = (text: string, replaced = ''): string => text.replace(bidiControls, replaced)

/** A text on one line: every run of white space and control characters is one space. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
