import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tools } from '../fixtures/tools.ts'
import { allScopes, mintToken } from '../lab/agents.ts'
import { startSpecHost, type SpecHost } from '../lab/spec-host.ts'

const callOf = (name: string, input: object, id: number = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: input },
})

interface Limited {
  readonly host: SpecHost
  readonly token: string
}

/** Sends messages as a client of a revision before 2026-07-28 does. */
async function post({ host, token }: Limited, messages: unknown) {
  const response = await fetch(new URL('/api/mcp', host.host.url), {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-11-25',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify(messages),
  })
  const text = await response.text()
  const body = (text === '' ? undefined : JSON.parse(text)) as unknown
  return { status: response.status, headers: response.headers, body }
}

/** Where a caller stands, as an answer says it. */
interface Standing {
  readonly left: number
  /** Seconds until the window ends. */
  readonly ends: number
}

function standingIn(headers: Headers): Standing {
  const [, left, ends] = /;r=(\d+);t=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? []
  return { left: Number(left), ends: Number(ends) }
}

/** Where a token stands by now, which the answer to a program says. */
async function standingOf({ host, token }: Limited): Promise<Standing> {
  const headers = { authorization: `Bearer ${token}` }
  return standingIn((await fetch(new URL('/api/x/tools/boxes', host.host.url), { headers })).headers)
}

/**
 * Runs work within one window of the limit, however slow the machine is: repeated if a new window has begun meanwhile.
 */
async function inOneWindow<Done>(limited: () => Promise<Limited>, work: (at: Limited) => Promise<Done>) {
  for (;;) {
    const at = await limited()
    const before = await standingOf(at)
    const done = await work(at)
    const after = await standingOf(at)
    if (after.ends <= before.ends) return { before: before.left, done, after: after.left }
  }
}

test('§A89 one message counts once, for any content and any batch, and the answer has the remainder', async () => {
  const environment = { HOST_RATE_API: '1000' }
  await using host = await startSpecHost({ plugins: [tools()], environment })
  const { ada } = await host.people()
  const token = await mintToken(ada, await allScopes(ada))
  const list = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list', params: {} })
  const cost = async (body: unknown): Promise<number> => {
    const send = async (at: Limited) => standingIn((await post(at, body)).headers)
    const { before, done, after } = await inOneWindow(async () => ({ host, token }), send)
    // The reported remainder equals that of the next request, less that request itself.
    assert.equal(done.left, after + 1)
    return before - after - 1
  }
  const many = (count: number, messageOf: (id: number) => object) =>
    Array.from({ length: count }, (_, at) => messageOf(at))
  const echo = (id: number) => callOf('tools_echo', { text: 'hi' }, id)
  assert.equal(await cost(list(1)), 1)
  assert.equal(await cost(echo(1)), 1)
  assert.equal(await cost(callOf('tools_create_box', { label: 'a', dryRun: true })), 1)
  assert.equal(await cost(callOf('tools_none', {})), 1)
  assert.equal(await cost({ jsonrpc: '2.0', method: 'notifications/initialized' }), 1)
  assert.equal(await cost(many(20, list)), 20)
  assert.equal(await cost(many(20, echo)), 20)
  assert.equal(await cost([...many(5, list), ...many(5, echo)]), 10)
})

type Answers = readonly { readonly id: number; readonly result?: unknown; readonly error?: { readonly code: number } }[]

test('§A89 of a batch the messages within the limit are answered, and each of the others is refused', async () => {
  const environment = { HOST_RATE_API: '30' }
  await using host = await startSpecHost({ plugins: [tools()], environment })
  const { ada } = await host.people()
  const scopes = await allScopes(ada)
  const batch = (first: number) =>
    Array.from({ length: 20 }, (_, at) => callOf('tools_echo', { text: 'hi' }, first + at))
  const { before, done } = await inOneWindow(
    async () => ({ host, token: await mintToken(ada, scopes) }),
    async (at) => [await post(at, batch(0)), await post(at, batch(20)), await post(at, batch(40))],
  )
  const [first, second, over] = done
  assert.deepEqual([first?.status, second?.status, over?.status], [200, 200, 429])
  assert.deepEqual(
    [first, second].map((each) => each && standingIn(each.headers).left),
    [before - 20, 0],
  )
  const all = [first, second].flatMap((each) => each?.body as Answers)
  assert.deepEqual(
    all.map(({ id }) => id).toSorted((a, b) => a - b),
    Array.from({ length: 40 }, (_, id) => id),
  )
  assert.equal(all.filter(({ result }) => result !== undefined).length, before)
  const refused = all.flatMap(({ error }) => error?.code ?? [])
  assert.deepEqual([refused.length, [...new Set(refused)]], [40 - before, [-32_000]])
  assert.equal((over?.body as { code?: string } | undefined)?.code, 'too_many_requests')
  assert.ok(Number(over?.headers.get('retry-after')) > 0)
})
