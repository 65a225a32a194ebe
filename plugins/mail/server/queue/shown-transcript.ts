import type { TranscriptEntry } from '@host/email'
import { cutText } from '../receive/message-columns.ts'

/** Characters of a transcript that are stored. */
const longest = 8_000
const signs = { client: '>', server: '<', event: '#' } as const

/** A dialogue as lines: `>` before commands, `<` before replies, `#` before events. Of a long one the middle is left out. */
export function shownTranscript(entries: readonly TranscriptEntry[]): string {
  const lines = entries.flatMap(({ at, from, text }) => {
    const time = new Date(at).toISOString().slice(11, 23)
    return text.split('\n').map((line) => `${time} ${signs[from]} ${line.slice(0, 500)}`)
  })
  const text = lines.join('\n')
  if (text.length <= longest) return cutText(text, longest)
  const half = longest / 2 - 10
  return cutText(`${text.slice(0, half)}\n…\n${text.slice(-half)}`, longest)
}
