import { Agent, request, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A request as it goes over the wire. */
export interface WireRequest {
  readonly method: string
  readonly url: URL
  /** Names and values; a name may stand there twice. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: Uint8Array | undefined
  /** Closes the connection when aborted, at any moment. */
  readonly signal?: AbortSignal | undefined
}

/** An answer as it came over the wire. */
export interface WireAnswer {
  readonly status: number
  readonly body: Buffer
  /** The values of a header, in their order. */
  headers(name: string): readonly string[]
  /** The value of a header that stands there once. */
  header(name: string): string | undefined
  /** The names of all headers, in lower case. */
  readonly headerNames: readonly string[]
  json<Body>(): Body
}

const agent = new Agent({ keepAlive: true })

/**
 * Sends a request exactly as given: no redirect, decoding or retry, and the given content-length is kept, whatever the
 * body is.
 */
export async function exchange({ method, url, headers, body, signal }: WireRequest): Promise<WireAnswer> {
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    const flat = headers.flatMap(([name, value]) => [name, value])
    const isFramed = headers.some(([name]) => /^(?:content-length|transfer-encoding)$/.test(name))
    const framing = isFramed || body === undefined ? [] : ['content-length', String(body.byteLength)]
    const options = { agent, method, headers: ['host', url.host, ...framing, ...flat], ...(signal && { signal }) }
    const outgoing = request(url, options, resolve)
    outgoing.on('error', reject)
    outgoing.end(body)
  })
  return wireAnswer(incoming, await buffer(incoming))
}

function wireAnswer({ statusCode = 0, rawHeaders }: IncomingMessage, body: Buffer): WireAnswer {
  const pairs = rawHeaders.flatMap((text, place) =>
    place % 2 === 0 ? [[text.toLowerCase(), rawHeaders[place + 1] ?? ''] as const] : [],
  )
  const valuesOf = (name: string): string[] => pairs.filter(([known]) => known === name).map(([, value]) => value)
  return {
    status: statusCode,
    body,
    headers: valuesOf,
    header: (name) => valuesOf(name).join(', ') || undefined,
    headerNames: [...new Set(pairs.map(([name]) => name))],
    json: <Body>() => JSON.parse(body.toString('utf8')) as Body,
  }
}
