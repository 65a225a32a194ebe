import type { Language } from '@host/plugin'

/** From here on the wait is stated in minutes. */
const longSeconds = 100

/** How long to wait, for people. @param wait whole seconds */
export function waitWording(wait: number): Readonly<Record<Language, string>> {
  const minutes = Math.ceil(wait / 60)
  const [count, one, many, unit] =
    wait < longSeconds ? [wait, 'second', 'seconds', '秒'] : [minutes, 'minute', 'minutes', '分钟']
  return { en: `Try again in ${count} ${count === 1 ? one : many}.`, zh: `请在 ${count} ${unit}后重试。` }
}
