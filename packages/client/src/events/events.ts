/**
 * The events of a stream of the host:
 *
 *   opening ──2xx──► open ──event──► open
 *     │ │            '──it ends or breaks off──► waiting ── the delay is over ──► opening, with Last-Event-ID
 *     │ '──204──► over, for the server has no more
 *     '──refused──► ClientError
 *
 * Without `reconnect` the end of the stream is the end, and a stream that breaks off is a `ClientError`. Events already
 * read are not requested again; the server may repeat some.
 */
import { ClientError } from '../client-error.ts'
import type { Client, OpenArguments, OpenInput, OpenPattern } from '../client.ts'
import { platformClock, type ClientClock } from '../retry/client-clock.ts'
import { isPassing } from '../retry/is-passing.ts'
import { EventParser, EventTooLarge, type ServerEvent } from './event-parser.ts'

/** How events are followed. */
export interface EventOptions {
  readonly signal?: AbortSignal
  /** Opens the stream again where it ends or breaks off, from the last event that came; `false` when left out. */
  readonly reconnect?: boolean
  /** The id of the event after which to begin. */
  readonly lastEventId?: string
  /** How much of one event is taken, in characters; 1,048,576 when left out. */
  readonly largestEvent?: number
  /** Replaces the clock by which the waits are measured, for tests. */
  readonly clock?: ClientClock
}

/** In milliseconds: the wait that the standard leaves to the reader, and the bounds for a server's own. */
const usualDelay = 3_000
const shortestDelay = 100
const longestDelay = 60_000
const defaultLargest = 2 ** 20

/**
 * The server-sent events of a route, as they come.
 * @throws {ClientError} for everything but an abort
 * @example
 * for await (const { event, data } of events(client, 'GET /api/live', {}, { reconnect: true })) {
 *   if (event === 'changed') refresh(JSON.parse(data))
 * }
 * @since 1.0.0
 */
export async function* events<const P extends OpenPattern>(
  client: Pick<Client, 'open'>,
  pattern: P,
  ...[input, options = {}]: OpenArguments<NoInfer<P>, EventOptions>
): AsyncGenerator<ServerEvent, void, undefined> {
  const { reconnect = false, signal, largestEvent = defaultLargest, clock = platformClock } = options
  let lastId = options.lastEventId ?? ''
  for (;;) {
    const parser = new EventParser(largestEvent, lastId)
    const body = await openStream(client, { pattern, input, lastId, signal })
    if (body === undefined) return
    try {
      yield* readEvents(body, parser)
    } catch (error) {
      if (!reconnect || !isPassing(error)) throw error
    }
    if (!reconnect) return
    lastId = parser.lastId
    const delay = Math.min(Math.max(parser.retry ?? usualDelay, shortestDelay), longestDelay)
    await clock.sleep(delay * (1 + clock.random() / 4), signal)
  }
}

interface Opening<P extends string> {
  readonly pattern: P
  readonly input: OpenInput<P> | undefined
  readonly lastId: string
  readonly signal: AbortSignal | undefined
}

async function openStream<P extends OpenPattern>(
  client: Pick<Client, 'open'>,
  { pattern, input, lastId, signal }: Opening<P>,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const headers = { accept: 'text/event-stream', ...(lastId === '' ? {} : { 'last-event-id': asHeader(lastId) }) }
  const asked = [input, { headers, ...(signal === undefined ? {} : { signal }) }] as unknown as OpenArguments<
    NoInfer<P>
  >
  const response = await client.open<P>(pattern, ...asked)
  const { status, body } = response
  if (status === 204 || body === null) return undefined
  if (/^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')) return body
  await body.cancel()
  throw new ClientError({ code: 'unexpected_answer', status, message: 'The answer is not an event stream.' })
}

async function* readEvents(
  body: ReadableStream<Uint8Array>,
  parser: EventParser,
): AsyncGenerator<ServerEvent, void, undefined> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield* parser.push(decoder.decode(value, { stream: true }))
    }
  } catch (error) {
    if (!(error instanceof EventTooLarge)) throw error
    throw new ClientError({ code: 'unexpected_answer', status: 200, message: error.message, cause: error })
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** A header carries bytes, an id is text: its UTF-8, a byte a character. */
function asHeader(id: string): string {
  return String.fromCharCode(...new TextEncoder().encode(id))
}
