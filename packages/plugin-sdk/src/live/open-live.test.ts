import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueries } from '../query/create-queries.ts'
import { openLive } from './open-live.ts'

const whose = { userId: 'usr_1', orgId: 'org_1' }

/** The server's end of the stream. */
interface Line {
  readonly ready: (whose?: object) => void
  readonly changed: (paths: readonly string[], by?: string | null) => void
  readonly raw: (text: string) => void
  readonly end: () => void
  readonly signal: AbortSignal
}

/** A server that keeps every connection in mind. */
function server() {
  const lines: Line[] = []
  const encoder = new TextEncoder()
  let refusal: Response | undefined
  const connect = async (signal: AbortSignal): Promise<Response> => {
    if (refusal !== undefined) return refusal.clone()
    let controller: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) })
    const raw = (text: string): void => controller.enqueue(encoder.encode(text))
    signal.addEventListener('abort', () => {
      try {
        controller.error(new DOMException('Aborted', 'AbortError'))
      } catch {
        // It has ended.
      }
    })
    const send = (event: string, data: object): void => raw(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    lines.push({
      raw,
      ready: (said = whose) => send('ready', said),
      changed: (paths, by = null) => send('changed', { paths, by }),
      end: () => controller.close(),
      signal,
    })
    return new Response(body)
  }
  return { lines, connect, refuse: (response: Response | undefined) => void (refusal = response) }
}

/** A tab of the browser, with one query on its page. */
function tab({ connect }: Pick<ReturnType<typeof server>, 'connect'>, { id = 'tab-1', to = whose } = {}) {
  const queries = createQueries()
  const asked = vi.fn(async () => 'data')
  const stopQuery = new QueryObserver(queries, {
    queryKey: ['GET /api/members', {}],
    queryFn: asked,
    staleTime: Infinity,
  }).subscribe(() => undefined)
  const heard: (readonly string[])[] = []
  const recheck = vi.fn()
  const close = openLive({
    whose: to,
    queries,
    tabId: id,
    connect,
    recheckSession: recheck,
    onChange: ({ paths }) => void heard.push(paths),
  })
  const stop = (): void => {
    close()
    stopQuery()
  }
  opened.push(stop)
  return { asked, heard, recheck, queries, close: stop }
}

const opened: (() => void)[] = []

/** The browser's locks, as far as tabs take turns by them. */
function lockManager() {
  const queues = new Map<string, Promise<unknown>>()
  return {
    async request(
      name: string,
      options: { ifAvailable?: boolean; signal?: AbortSignal },
      work: (lock: object | null) => unknown,
    ) {
      const before = queues.get(name)
      if (options.ifAvailable === true && before !== undefined) return await work(null)
      const run = (before ?? Promise.resolve()).then(() => {
        options.signal?.throwIfAborted()
        return work({})
      })
      const held = run
        .catch(() => undefined)
        .then(() => {
          if (queues.get(name) === held) queues.delete(name)
        })
      queues.set(name, held)
      return await run
    },
  }
}

function show(state: 'visible' | 'hidden'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

const soon = (milliseconds = 30): Promise<void> => vi.advanceTimersByTimeAsync(milliseconds).then(turn)
/** Channels deliver outside of any timer. */
async function turn(): Promise<void> {
  for (let count = 0; count < 10; count += 1) await new Promise((resolve) => realImmediate(resolve))
}
const realImmediate = setImmediate

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal('navigator', { locks: lockManager() })
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
})
afterEach(async () => {
  for (const stop of opened.splice(0)) stop()
  await soon()
  vi.useRealTimers()
})

test('a change refetches the queries at or under its paths, and no others', async () => {
  const host = server()
  const { asked, heard } = tab(host)
  await soon()
  host.lines[0]?.ready()
  await soon()
  expect(asked).toHaveBeenCalledTimes(1)
  host.lines[0]?.changed(['/api/member', '/api/members/usr_1', '/api/x'])
  await soon()
  expect(asked).toHaveBeenCalledTimes(1)
  host.lines[0]?.changed(['/api/members'])
  await soon()
  expect(asked).toHaveBeenCalledTimes(2)
  expect(heard.at(-1)).toEqual(['/api/members'])
})

test('the tab that has caused a change does not ask again, the others do', async () => {
  const host = server()
  const [first, second] = [tab(host, { id: 'tab-1' }), tab(host, { id: 'tab-2' })]
  await soon()
  host.lines[0]?.ready()
  host.lines[0]?.changed(['/api/members'], 'tab-2')
  await soon()
  expect(first.asked).toHaveBeenCalledTimes(2)
  expect(second.asked).toHaveBeenCalledTimes(1)
})

test("the tab that caused a change refetches the shell's counts", async () => {
  const host = server()
  const { queries, heard } = tab(host)
  const badges = vi.fn(async () => ({ items: [] }))
  const observer = new QueryObserver(queries, {
    queryKey: ['GET /api/badges', {}],
    queryFn: badges,
    staleTime: Infinity,
  })
  opened.push(observer.subscribe(() => undefined))
  await soon()
  host.lines[0]?.ready()
  host.lines[0]?.changed(['/api/members', '/api/badges'], 'tab-1')
  await soon()
  expect(badges).toHaveBeenCalledTimes(2)
  expect(heard).toEqual([])
})

test('seven tabs share one connection; when its tab closes, one other takes over, and all ask again for everything', async () => {
  const host = server()
  const tabs = Array.from({ length: 7 }, (_, place) => tab(host, { id: `tab-${place}` }))
  await soon()
  expect(host.lines.length).toBe(1)
  host.lines[0]?.ready()
  host.lines[0]?.changed(['/api/members'])
  await soon()
  expect(tabs.map(({ asked }) => asked.mock.calls.length)).toEqual([2, 2, 2, 2, 2, 2, 2])
  tabs[0]?.close()
  await soon()
  expect(host.lines.length).toBe(2)
  expect(host.lines[0]?.signal.aborted).toBe(true)
  host.lines[1]?.ready()
  await soon()
  expect(tabs.slice(1).map(({ asked }) => asked.mock.calls.length)).toEqual([3, 3, 3, 3, 3, 3])
})

test('a tab in another workspace hears nothing of this one', async () => {
  const host = server()
  const here = tab(host)
  const elsewhere = tab(host, { to: { userId: 'usr_1', orgId: 'org_2' } })
  await soon()
  host.lines[0]?.ready()
  host.lines[1]?.ready({ userId: 'usr_1', orgId: 'org_2' })
  host.lines[0]?.changed(['/api/members'])
  await soon()
  expect(here.asked).toHaveBeenCalledTimes(2)
  expect(elsewhere.asked).toHaveBeenCalledTimes(1)
})

test('a stream of a session that stands elsewhere is not listened to, and the session is asked for', async () => {
  const host = server()
  const { asked, heard, recheck } = tab(host)
  await soon()
  host.lines[0]?.changed(['/api/members'])
  host.lines[0]?.ready({ userId: 'usr_1', orgId: 'org_2' })
  host.lines[0]?.changed(['/api/members'])
  await soon()
  expect(recheck).toHaveBeenCalledTimes(1)
  expect(asked).toHaveBeenCalledTimes(1)
  expect(heard).toEqual([])
  expect(host.lines[0]?.signal.aborted).toBe(true)
})

test('a connection that ends is made again, and everything is asked again once it is', async () => {
  const host = server()
  const { asked } = tab(host)
  await soon()
  host.lines[0]?.ready()
  await soon()
  host.lines[0]?.end()
  await soon(2_000)
  expect(host.lines.length).toBe(2)
  expect(asked).toHaveBeenCalledTimes(1)
  host.lines[1]?.ready()
  await soon()
  expect(asked).toHaveBeenCalledTimes(2)
})

test('a connection of which nothing is heard for a minute is given up; a comment is a sign of life', async () => {
  const host = server()
  tab(host)
  await soon()
  host.lines[0]?.ready()
  await soon(50_000)
  host.lines[0]?.raw(': still here\n\n')
  await soon(50_000)
  expect(host.lines.length).toBe(1)
  await soon(12_000)
  expect(host.lines[0]?.signal.aborted).toBe(true)
  await soon(2_000)
  expect(host.lines.length).toBe(2)
})

test('where a proxy keeps the stream to itself, it is tried ever more rarely', async () => {
  const host = server()
  tab(host)
  await soon(600_000)
  expect(host.lines.length).toBeLessThan(20)
  expect(host.lines.length).toBeGreaterThan(3)
})

test('a refused client waits as long as the server asks, and a signed-out one checks its session', async () => {
  const host = server()
  const connect = vi.fn(host.connect)
  host.refuse(new Response(null, { status: 429, headers: { 'retry-after': '30' } }))
  const { recheck } = tab({ connect })
  await soon(29_000)
  expect(connect).toHaveBeenCalledTimes(1)
  host.refuse(new Response(null, { status: 401 }))
  await soon(1_100)
  expect(connect).toHaveBeenCalledTimes(2)
  expect(recheck).toHaveBeenCalled()
})

test('a hidden tab marks outdated data and refetches when it is visible; hidden for long it hands the connection over', async () => {
  const host = server()
  const { asked, queries } = tab(host)
  await soon()
  host.lines[0]?.ready()
  await soon()
  show('hidden')
  host.lines[0]?.changed(['/api/members'])
  await soon()
  expect(asked).toHaveBeenCalledTimes(1)
  expect(queries.getQueryState(['GET /api/members', {}])?.isInvalidated).toBe(true)
  await soon(6 * 60_000)
  expect(host.lines.every(({ signal }) => signal.aborted)).toBe(true)
  const before = host.lines.length
  show('visible')
  await soon()
  expect(asked).toHaveBeenCalledTimes(2)
  expect(host.lines.length).toBe(before + 1)
})

test('where browsers have no locks, a tab follows by itself as long as it is seen', async () => {
  vi.stubGlobal('navigator', {})
  const host = server()
  const { asked } = tab(host)
  await soon()
  host.lines[0]?.ready()
  host.lines[0]?.changed(['/api/members'])
  await soon()
  expect(asked).toHaveBeenCalledTimes(2)
  show('hidden')
  await soon()
  expect(host.lines[0]?.signal.aborted).toBe(true)
})
