/**
 * Refuses texts that no database takes: with a NUL character, or half of a surrogate pair. A JSON body can write both
 * as escapes, a query the first; past here every text of a client can be stored and compared.
 */
import { Problem } from '@host/plugin'

const suspectEscape = /\\u(?:0000|d[89a-f])/i

/**
 * @param text the source that `value` was parsed from: without such an escape there is nothing to check. @throws
 *   Problem `bad_request`
 */
export function checkJsonTexts(text: string, value: unknown): void {
  if (!suspectEscape.test(text)) return
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string') checkText(next)
    else if (typeof next === 'object' && next !== null) {
      for (const [name, child] of Object.entries(next)) waiting.push(name, child)
    }
  }
}

/** @throws Problem `bad_request` */
export function checkText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw new Problem('bad_request', {
      detail: {
        en: 'The request contains a NUL character or an unpaired surrogate. Remove it.',
        zh: '请求中的某段文本含有 NUL 字符或不完整的字符：请去除后发送。',
      },
    })
  }
}
