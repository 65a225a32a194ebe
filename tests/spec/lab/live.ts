/** An open page as the server sees it: a client that follows live changes. */
import assert from 'node:assert/strict'
import type { Visitor } from './visitor.ts'
import { until } from '@host/host/testing/until'

/** An event of `GET /api/live`. */
export interface LiveEvent {
  readonly event: string
  readonly data: { readonly paths?: readonly string[]; readonly by?: string | null; readonly [key: string]: unknown }
}

/** A stream that is read as it comes. */
export interface Following extends AsyncDisposable {
  readonly status: number
  readonly headers: Headers
  /** Events until now, `ready` first. */
  readonly events: readonly LiveEvent[]
  readonly hasEnded: boolean
  /** The paths of all changes until now. */
  paths(): readonly string[]
  /** Waits for an event about a path. @throws AssertionError when there is none within a minute */
  hears(path: string): Promise<LiveEvent>
  /** Waits until the stream has ended. */
  ends(): Promise<void>
}

/** Follows live changes at a host as a signed-in user. */
export async function follow(
  visitor: Visitor,
  base: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Following> {
  const leaving = new AbortController()
  const response = await fetch(new URL('/api/live', base), {
    headers: { ...visitor.at(base).standing, ...headers },
    signal: leaving.signal,
  })
  const events: LiveEvent[] = []
  let hasEnded = false
  const reading = read(response, events).finally(() => (hasEnded = true))
  const meets = (what: string, holds: () => boolean): Promise<void> =>
    until(holds).catch(() => assert.fail(`${what}; events: ${JSON.stringify(events)}`))
  const told = (path: string): LiveEvent | undefined => events.find(({ data }) => data.paths?.includes(path))
  if (response.ok) await meets('The stream is not ready', () => events.length > 0 || hasEnded)
  return {
    status: response.status,
    headers: response.headers,
    events,
    get hasEnded() {
      return hasEnded
    },
    paths: () => events.flatMap(({ data }) => data.paths ?? []),
    hears: async (path) => {
      await meets(`No event about "${path}"`, () => told(path) !== undefined)
      return told(path)!
    },
    ends: () => meets('The stream went on', () => hasEnded),
    async [Symbol.asyncDispose]() {
      leaving.abort()
      await reading
    },
  }
}

async function read(response: Response, events: LiveEvent[]): Promise<void> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) take(block, events)
    }
  } catch {
    // Cut, or left.
  }
}

function take(block: string, events: LiveEvent[]): void {
  const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? []
  if (event !== '') events.push({ event, data: JSON.parse(data) as LiveEvent['data'] })
}
