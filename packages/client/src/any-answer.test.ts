import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineEndpoint, nothing } from '@host/plugin/wire'
import fc from 'fast-check'
import { attempt, ClientError, createClient, events, isDeclared, items, match } from './index.ts'
import { movedClock } from './testing/start-api.ts'

const runs = process.env['HOST_SOAK'] === '1' ? 20_000 : 400

const list = defineEndpoint({
  pattern: 'GET /notes/{id}',
  input: nothing,
  output: nothing,
  errors: ['conflict'],
  summary: 'List',
})

const statuses = fc.oneof(
  fc.constantFrom(200, 201, 204, 301, 304, 400, 401, 404, 409, 429, 500, 502, 503, 504),
  fc.integer({ min: 200, max: 599 }),
)
const bodies = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.json().map((text) => new TextEncoder().encode(text)),
  fc
    .record(
      {
        title: fc.oneof(fc.string(), fc.jsonValue()),
        nextStep: fc.string(),
        code: fc.oneof(fc.constantFrom('conflict', 'not_found', 'ok', 'otherwise', '__proto__'), fc.string()),
        requestId: fc.string(),
        detail: fc.jsonValue(),
        errors: fc.jsonValue(),
        status: fc.jsonValue(),
        type: fc.jsonValue(),
        items: fc.jsonValue(),
        nextCursor: fc.jsonValue(),
      },
      { requiredKeys: ['title', 'nextStep', 'code', 'requestId'] },
    )
    .map((value) => new TextEncoder().encode(JSON.stringify(value))),
  fc
    .constantFrom('data: a\n\n', `data: ${'x'.repeat(300)}`, 'id: \u0000\ndata: \r\n\r\n')
    .map((text) => new TextEncoder().encode(text)),
)
const types = fc.constantFrom(
  'application/json',
  'application/problem+json; charset=utf-8',
  'text/event-stream',
  'text/html',
  '',
)
const retryAfter = fc.constantFrom('0', '1', '-1', '99999999999', 'soon', 'Sun, 06 Nov 1994 08:49:37 GMT', 'NaN GMT')

interface Answer {
  readonly status: number
  readonly body: Uint8Array<ArrayBuffer>
  readonly type: string
  readonly retryAfter: string
  readonly breaks: boolean
}

const answers = fc.record({ status: statuses, body: bodies, type: types, retryAfter, breaks: fc.boolean() })

/** An answer as the network gives it: with a body where its status may have one, which may break off. */
function respond({ status, body, type, retryAfter: after, breaks }: Answer): Response {
  const headers = { 'content-type': type, 'retry-after': after }
  if (status === 204 || status === 205 || status === 304) return new Response(null, { status, headers })
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(body)
      if (breaks) controller.error(new TypeError('terminated'))
      else controller.close()
    },
  })
  return new Response(stream, { status, headers })
}

/** A client whose server gives this answer to every call. */
function clientOf(answer: Answer) {
  const fetch = async (): Promise<Response> => respond(answer)
  return createClient({ baseUrl: 'https://work.example', clock: movedClock(), fetch })
}

async function isOurs(work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => {
    assert.ok(error instanceof ClientError, String(error))
    assert.equal(typeof error.message, 'string')
    assert.equal(typeof error.code, 'string')
    if (error.problem?.errors !== undefined) {
      for (const { path, message } of error.problem.errors) assert.equal(typeof path + typeof message, 'stringstring')
    }
  })
}

async function all(from: AsyncIterable<unknown>): Promise<void> {
  for await (const one of from) assert.ok(one !== undefined)
}

test('§A17 for any answer of a server, a call ends with its value or with a ClientError', async () => {
  const any = list as unknown as Parameters<typeof items>[1] & { readonly pattern: 'GET /notes' }
  await fc.assert(
    fc.asyncProperty(answers, async (answer) => {
      const client = clientOf(answer)
      await isOurs(() => client.call(list, { id: 'a' }))
      await isOurs(async () => (await client.open('GET /file')).arrayBuffer())
      await isOurs(() => all(events(client, 'GET /live', {}, { largestEvent: 200 })))
      await isOurs(() => all(items(client, any as never, ...([{ id: 'a' }] as unknown as []))))
      const ended = await attempt(client, list, { id: 'a' })
      const said = match(ended, {
        ok: () => 'ok',
        conflict: ({ code }) => code,
        not_found: ({ code }) => code,
        otherwise: () => 'otherwise',
      })
      const named = ended.error !== undefined && isDeclared(list, ended.error)
      assert.equal(said, ended.ok ? 'ok' : named ? ended.error.code : 'otherwise')
    }),
    { numRuns: runs },
  )
})
