import { Problem } from '@host/plugin'

/** From here on a reader is told minutes. */
const longSeconds = 100

/** 429 with the time to wait, for programs and for people. @param wait whole seconds */
export function tooMany(wait: number): Problem {
  const minutes = Math.ceil(wait / 60)
  const [count, one, many, unit] =
    wait < longSeconds ? [wait, 'second', 'seconds', '秒'] : [minutes, 'minute', 'minutes', '分钟']
  return new Problem('too_many_requests', {
    nextStep: {
      en: `Try again in ${count} ${count === 1 ? one : many}.`,
      zh: `请在 ${count} ${unit}后重试。`,
    },
    headers: { 'retry-after': String(wait) },
  })
}
