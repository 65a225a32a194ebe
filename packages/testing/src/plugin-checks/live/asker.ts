import { fillPath } from '@host/plugin'
import { parsePattern } from '@host/plugin/platform'
import type { TestHost } from '../../test-host.ts'
import type { TestClient } from '../../test-client.ts'
import type { AskedRoute, Exchange, Situation } from './live-facts.ts'
import { late, withinTime } from './within-time.ts'
import type { TableRows } from './table-rows.ts'

/** How long an answer may take, in milliseconds. */
const patience = 5_000
/** Answers that did not come in time, after which nothing more is asked. */
const mostLate = 3
/** As much of a body as two answers are held against each other by. */
const mostBody = 64 * 1024

/** One call of a route. */
export interface Call {
  readonly situation: Situation
  readonly client: TestClient
  readonly who: string
  /** In place of the wildcards; `sample` where one is not named. */
  readonly params?: Readonly<Record<string, string>> | undefined
  /** The query of GET and DELETE, the JSON body of the rest. */
  readonly input?: unknown
  /** The body as it is sent, in place of the input. */
  readonly raw?: string | undefined
  /** The query as it is sent, in place of the input. */
  readonly query?: string | undefined
  readonly method?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly unknown?: Exchange['unknown']
}

/** Too many answers did not come. */
export class GaveUp extends Error {
  override readonly name = 'GaveUp'
}

/** Calls routes and records the results. */
export class Asker {
  readonly exchanges: Exchange[] = []
  readonly #host: TestHost
  readonly #rows: TableRows
  #digest = ''
  #late = 0

  constructor(host: TestHost, rows: TableRows) {
    this.#host = host
    this.#rows = rows
  }

  /** Takes the tables as they are, so that the next call is held against this moment. */
  async settle(): Promise<void> {
    this.#digest = await this.#rows.digest()
  }

  /** @throws GaveUp after several answers that did not come */
  async ask(route: AskedRoute, call: Call): Promise<Exchange> {
    const heard = await withinTime(this.#send(route, call), patience)
    const exchange = heard === late ? silent(route, call) : heard
    this.exchanges.push(exchange)
    if (heard === late && ++this.#late >= mostLate) {
      throw new GaveUp(`${mostLate} responses took longer than ${patience / 1000} s; the remaining calls were skipped`)
    }
    return exchange
  }

  async #send(route: AskedRoute, call: Call): Promise<Exchange> {
    const { client, headers = {} } = call
    const method = call.method ?? route.method
    const inQuery = ['GET', 'HEAD', 'DELETE'].includes(method)
    const query = call.query ?? (inQuery ? queryOf(call.input) : '')
    const path = pathOf(route, call.params ?? {}) + (query === '' ? '' : `?${query}`)
    const body = inQuery ? undefined : (call.raw ?? call.input)
    const type = call.raw === undefined || inQuery ? {} : { 'content-type': 'application/json' }
    const response = await client.send(method, path, { body, headers: { ...type, ...headers } })
    const text = await readText(response)
    const before = this.#digest
    await this.settle()
    return {
      ...about(route, call),
      status: response.status,
      code: codeOf(response, text),
      type: response.headers.get('content-type') ?? '',
      allow: response.headers.get('allow') ?? '',
      isReplayed: response.headers.get('idempotency-replayed') === 'true',
      body: withoutRequestId(text),
      fault: response.status < 500 ? undefined : this.#faultOf(response.headers.get('x-request-id')),
      isChanged: before !== this.#digest,
    }
  }

  /** The host's log of a failed request. */
  #faultOf(requestId: string | null): string {
    const line = this.#host.logs.findLast(({ fields }) => fields['requestId'] === requestId && 'err' in fields)
    const error = line?.fields['err']
    return error instanceof Error ? error.message : 'something that is not an Error'
  }
}

function about(
  route: AskedRoute,
  { situation, who, unknown }: Call,
): Pick<Exchange, 'route' | 'situation' | 'who' | 'unknown'> {
  return { route, situation, who, unknown }
}

function silent(route: AskedRoute, call: Call): Exchange {
  const nothing = { status: 0, code: '', type: '', allow: '', isReplayed: false, body: '', fault: undefined }
  return { ...about(route, call), ...nothing, isChanged: false }
}

function pathOf(route: AskedRoute, params: Readonly<Record<string, string>>): string {
  const values = Object.fromEntries(route.wildcards.map((name) => [name, params[name] ?? 'sample']))
  return fillPath(parsePattern(route.pattern), values)
}

function queryOf(input: unknown): string {
  if (typeof input !== 'object' || input === null) return ''
  const pairs = Object.entries(input).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => [
      name,
      typeof one === 'object' ? JSON.stringify(one) : String(one),
    ]),
  )
  return new URLSearchParams(pairs).toString()
}

/** The beginning of a body; an endless stream is left. */
async function readText(response: Response): Promise<string> {
  const isEndless = (response.headers.get('content-type') ?? '').startsWith('text/event-stream')
  if (isEndless) {
    await response.body?.cancel()
    return ''
  }
  const parts: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels the rest.
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    parts.push(part)
    size += part.length
    if (size >= mostBody) break
  }
  return Buffer.concat(parts).toString()
}

function codeOf(response: Response, text: string): string {
  if (!(response.headers.get('content-type') ?? '').startsWith('application/problem+json')) return ''
  try {
    const { code } = JSON.parse(text) as { readonly code?: unknown }
    return typeof code === 'string' ? code : ''
  } catch {
    return ''
  }
}

function withoutRequestId(text: string): string {
  return text.replaceAll(/"requestId":"[^"]*"/g, '"requestId":""')
}
