import { hash } from 'node:crypto'
import { Problem } from '@host/plugin'

/** Largest picture that is kept, in bytes. */
const largest = 64 * 1024

/** A picture that may be kept and served. */
export interface Picture {
  /** By its first bytes, never by the type that a client declares. */
  readonly type: string
  readonly content: Uint8Array
  /** SHA-256, base64url. */
  readonly hash: string
}

/** Formats without scripts, links or markup inside. SVG has all three, so it is none of them. */
const formats: readonly (readonly [type: string, starts: (text: string) => boolean])[] = [
  ['image/png', (text) => text.startsWith('\u0089PNG\r\n\u001A\n')],
  ['image/jpeg', (text) => text.startsWith('\u00FF\u00D8\u00FF')],
  ['image/webp', (text) => text.startsWith('RIFF') && text.startsWith('WEBPVP8', 8)],
]

/** @throws Problem `invalid_input` for content that isn't a PNG, JPEG or WebP, or too large */
export function pictureOf(content: Uint8Array): Picture {
  const start = Buffer.from(content.subarray(0, 16)).toString('latin1')
  const [type] = formats.find(([, starts]) => starts(start)) ?? []
  if (type === undefined || content.byteLength > largest) throw unfit()
  return { type, content, hash: hash('sha256', content, 'base64url') }
}

function unfit(): Problem {
  return new Problem('invalid_input', {
    errors: [
      {
        path: 'logo',
        message: {
          en: 'Use a PNG, JPEG or WebP image of at most 64 KiB.',
          zh: '请使用不超过 64 KiB 的 PNG、JPEG 或 WebP 图片。',
        },
      },
    ],
  })
}
