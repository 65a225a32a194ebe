/** A text as a stored file, written and read in steps: one of ten megabytes takes too long at once. */
import { setImmediate as turn } from 'node:timers/promises'
import { streamPages } from '@host/plugin'

/** Characters of one step. */
const step = 65_536

/** A well-formed text in UTF-8. */
export function bytesOf(text: string): ReadableStream<Uint8Array> {
  return streamPages(stepsOf(text))
}

async function* stepsOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length;) {
    const isHalf = /[\ud800-\udbff]/.test(text.charAt(at + step - 1))
    const end = at + step + (isHalf ? 1 : 0)
    yield text.slice(at, end)
    at = end
  }
}

export async function textOf(bytes: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  const steps: string[] = []
  for await (const some of bytes) {
    steps.push(decoder.decode(some, { stream: true }))
    await turn()
  }
  return steps.join('') + decoder.decode()
}
