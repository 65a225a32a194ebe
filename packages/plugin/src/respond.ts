import { Answer } from './answer.ts'
import { pulledBody, streamPages, type StreamedPage } from './stream-pages.ts'

/** Marks an answer whose body is produced while it is sent, so that it is not buffered; the same in each copy of this package. */
const streamed = Symbol.for('@host/plugin/streamed')

/** Status and headers of an answer. */
export interface AnswerOptions {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * An answer in JSON.
 * @example return json({ message: 'hello' })
 * @since 1.0.0
 */
export function json(value: unknown, options: AnswerOptions = {}): Response {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (options.headers !== undefined) Object.assign(headers, lowerCase(options.headers))
  return new Answer(JSON.stringify(value), options.status ?? 200, headers)
}

/**
 * 204, with nothing in it.
 * @since 1.0.0
 */
export function noContent(headers: Readonly<Record<string, string>> = {}): Response {
  return new Answer(null, 204, lowerCase(headers))
}

/**
 * A redirect to a path of this host or to an absolute URL.
 * @param status 302 unless stated
 * @throws TypeError when the location holds anything but visible ASCII
 * @since 1.0.0
 */
export function redirect(location: string, status: 301 | 302 | 303 | 307 | 308 = 302): Response {
  // A line break here would let the author of the location write headers of our answer.
  if (/[^\u0021-\u007e]/.test(location)) throw new TypeError('A redirect location holds visible ASCII characters only.')
  return new Answer(null, status, { location })
}

/**
 * An answer whose body is produced while it is sent: from pages, each produced when the client reads it, or from a body
 * that is a stream already. A failure is logged under the plugin's name.
 * @example return stream(pagesOfNotes(), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
 * @since 1.0.0
 */
export function stream(
  pages: AsyncIterable<StreamedPage> | ReadableStream<Uint8Array>,
  options: AnswerOptions = {},
): Response {
  const response = new Answer(streamPages(pages), options.status ?? 200, lowerCase(options.headers))
  return Object.defineProperty(response, streamed, { value: true })
}

/** One server-sent event (HTML Living Standard, section 9.2), or a comment, which keeps a quiet stream open. */
export type ServerEvent =
  | { readonly data: unknown; readonly event?: string; readonly id?: string }
  | { readonly comment: string }

/** A proxy that collects an answer before it hands it on would keep every event to itself. */
const eventHeaders = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }

/**
 * Server-sent events from an async iterable; ends when the iterable ends or the client leaves.
 * @example return sse(ticks(scope.signal))
 * @since 1.0.0
 */
export function sse(events: AsyncIterable<ServerEvent>): Response {
  const encoder = new TextEncoder()
  return stream(
    pulledBody(events, (event) => encoder.encode(formatEvent(event))),
    { headers: eventHeaders },
  )
}

/**
 * Whether the answer came from `stream()` or `sse()`.
 * @since 1.0.0
 */
export function isStreamed(response: Response): boolean {
  return streamed in response
}

function lowerCase(headers: Readonly<Record<string, string>> | undefined): Record<string, string> {
  if (headers === undefined) return {}
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function formatEvent(event: ServerEvent): string {
  if ('comment' in event) return `: ${singleLine(event.comment)}\n\n`
  const lines = JSON.stringify(event.data)
    .split('\n')
    .map((line) => `data: ${line}`)
  if (event.event !== undefined) lines.unshift(`event: ${singleLine(event.event)}`)
  if (event.id !== undefined) lines.unshift(`id: ${singleLine(event.id)}`)
  return `${lines.join('\n')}\n\n`
}

// A line break in an event's name or id would start a field of its own.
function singleLine(text: string): string {
  return text.replaceAll(/[\r\n\0]/g, ' ')
}
