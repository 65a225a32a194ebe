import { Problem } from '@host/plugin'
import { checkJsonTexts } from '../request/storable-text.ts'

/** The longest section, in bytes of its JSON. */
export const longestSection = 64 * 1024

/**
 * Values given for a section, as plain JSON.
 * @throws Problem `bad_request` for values that are too large or that no database stores
 */
export function givenValues(values: unknown): unknown {
  const text = JSON.stringify(values) as string | undefined
  if (text === undefined) return undefined
  if (Buffer.byteLength(text) > longestSection) throw tooLarge()
  const plain: unknown = JSON.parse(text)
  checkJsonTexts(text, plain)
  return plain
}

function tooLarge(): Problem {
  return new Problem('bad_request', {
    detail: {
      en: `Settings can have at most ${longestSection / 1024} kB.`,
      zh: `设置内容不能超过 ${longestSection / 1024} kB。`,
    },
  })
}
