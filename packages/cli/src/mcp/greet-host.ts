import type { BridgeTarget } from './bridge-target.ts'
import { refusalOf, unreachable, type HostRefusal } from './host-refusal.ts'

const patience = 10_000
/** More of an answer that says no is not worth reading, in bytes. */
const mostBytes = 64 * 1_024

/** Headers of a bridge's own requests. */
export function headersOf({ token }: BridgeTarget): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}

/** Asks whether the host is there and takes the token; undefined when it does. */
export async function greetHost(target: BridgeTarget, signal?: AbortSignal): Promise<HostRefusal | undefined> {
  const late = AbortSignal.timeout(patience)
  try {
    const response = await fetch(target.url, {
      method: 'POST',
      headers: {
        ...headersOf(target),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 'greeting', method: 'ping' }),
      redirect: 'manual',
      signal: signal === undefined ? late : AbortSignal.any([late, signal]),
    })
    const text = await readSome(response)
    // The protocol refuses unknown messages with 400, in an answer of its own.
    const isThere = response.ok || (response.status === 400 && text.includes('"jsonrpc"'))
    return isThere ? undefined : refusalOf(target.url, response.status, text)
  } catch {
    return unreachable(target.url)
  }
}

async function readSome({ body }: Response): Promise<string> {
  if (body === null) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body as ReadableStream<Uint8Array>) {
    chunks.push(chunk)
    size += chunk.length
    if (size > mostBytes) break
  }
  return Buffer.concat(chunks).toString('utf8')
}
