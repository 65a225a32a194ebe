import { isStreamed } from '@host/plugin/platform'

/** The longest answer that an agent is given, in bytes. */
export const longestAnswer: number = 1024 * 1024

/** The body of an answer, as far as an agent can have it. */
export type ReadAnswer =
  | { readonly kind: 'text'; readonly text: string; readonly isJson: boolean }
  | { readonly kind: 'empty' | 'too_long' | 'stream' | 'binary' }

/** Reads the answer of a call, and no more of it than an agent is given. */
export async function readAnswer(response: Response): Promise<ReadAnswer> {
  const body: ReadableStream<Uint8Array> | null = response.body
  if (body === null) return { kind: 'empty' }
  const type = (response.headers.get('content-type') ?? '').toLowerCase()
  const isJson = /^application\/(?:[\w.+-]+\+)?json/.test(type)
  if (isStreamed(response) || type.startsWith('text/event-stream')) return await leave(body, 'stream')
  if (!isJson && !type.startsWith('text/')) return await leave(body, 'binary')
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body.values({ preventCancel: true }) as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > longestAnswer) return await leave(body, 'too_long')
    chunks.push(chunk)
  }
  return length === 0 ? { kind: 'empty' } : { kind: 'text', text: Buffer.concat(chunks).toString(), isJson }
}

async function leave<Kind extends 'too_long' | 'stream' | 'binary'>(
  body: ReadableStream<Uint8Array>,
  kind: Kind,
): Promise<{ readonly kind: Kind }> {
  await body.cancel().catch(() => undefined)
  return { kind }
}
