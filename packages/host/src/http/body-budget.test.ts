import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { json, type Problem } from '@host/plugin'
import { BodyBudget } from './body-budget.ts'
import { readBody } from './request-body.ts'
import { asProblem, problemResponse } from './problem.ts'
import { labServer } from '../../testing/http/lab-server.ts'
import { exchange, open, statusOf } from '../../testing/http/raw-client.ts'
import { until } from '../../testing/until.ts'

const codeOf = (problem: Problem | undefined): string | undefined => problem?.code

suite('§8.17 the budget of bodies', () => {
  test('§8.17 an address has its share, and always space for one body', () => {
    const budget = new BodyBudget({ total: 100, perAddress: 10 })
    const [large, small, other] = [budget.open('a'), budget.open('a'), budget.open('b')]
    assert.equal(large.add(30), undefined, 'the only body of its address')
    assert.equal(codeOf(small.add(1)), 'overloaded')
    assert.equal(other.add(10), undefined, 'another address has a share of its own')
    large.release()
    assert.equal(small.add(10), undefined)
    assert.equal(budget.bytes, 20)
    for (const charge of [small, other, large]) charge.release()
    assert.equal(budget.bytes, 0)
  })

  test('§8.17 all addresses together have the budget, and a body above it never fits', () => {
    const budget = new BodyBudget({ total: 100, perAddress: 10 })
    const charges = Array.from({ length: 10 }, (_, index) => budget.open(String(index)))
    for (const charge of charges) assert.equal(charge.add(10), undefined)
    const late = budget.open('late')
    const refused = late.add(1)
    assert.equal(codeOf(refused), 'overloaded')
    assert.equal(refused?.options.headers?.['retry-after'], '2')
    assert.equal(codeOf(late.add(101)), 'body_too_large')
    charges[0]?.release()
    assert.equal(late.add(1), undefined)
  })
})

suite('the bytes of a body', () => {
  const head = 'POST / HTTP/1.1\r\nHost: a\r\n'
  const reads: Readonly<Record<string, (request: Request) => Promise<unknown>>> = {
    text: (request) => request.text(),
    json: (request) => request.json(),
    arrayBuffer: (request) => request.arrayBuffer(),
    blob: (request) => request.blob(),
    host: (request) => readBody(request, 40),
    nothing: async () => undefined,
  }

  for (const [name, read] of Object.entries(reads)) {
    test(`§8.17 are free again however its request ends, read by ${name}`, async (context) => {
      const budget = new BodyBudget({ total: 50, perAddress: 20 })
      const limits = { headersTimeout: 600, requestTimeout: 800, checkInterval: 50 }
      const handler = (request: Request): Promise<Response> =>
        read(request)
          .then(() => json({}))
          .catch((error: unknown) => problemResponse(asProblem(error), { requestId: 'r', language: 'en' }))
      const options = {
        handler,
        limits,
        chargeBody: () => budget.open('a'),
        bodyLimits: () => ({ bytes: 40, structure: 9 }),
      }
      const { port } = await labServer(context, options)
      const post = (length: number, body: string): string =>
        `${head}Connection: close\r\nContent-Length: ${length}\r\n\r\n${body}`
      assert.ok([200, 400].includes(statusOf(await exchange(port, post(4, '"ab"')))))
      assert.equal(budget.bytes, 0, 'answered')
      const waiting = [1, 2].map(() => open(port, `${head}Content-Length: 11\r\n\r\n"123456789`))
      if (name !== 'nothing') {
        await until(() => budget.bytes === 20)
        assert.match(await exchange(port, post(4, '"ab"')), /^HTTP\/1\.1 503 [^]*retry-after: 2\r\n[^]*"overloaded"/i)
      }
      waiting[0]?.hangUp()
      await until(() => budget.bytes <= 10)
      // The other one is ended by its time limit.
      await waiting[1]?.closed
      await until(() => budget.bytes === 0)
      const tooLong = `${head}Transfer-Encoding: chunked\r\n\r\n20\r\n${'x'.repeat(32)}\r\n20\r\n${'x'.repeat(32)}\r\n0\r\n\r\n`
      await exchange(port, tooLong)
      await until(() => budget.bytes === 0)
    })
  }

  test('§8.17 are not counted before they come, nor where they are streamed', async (context) => {
    const budget = new BodyBudget({ total: 50, perAddress: 20 })
    let most = 0
    const handler = async (request: Request): Promise<Response> => {
      for await (const _ of request.body ?? []) most = Math.max(most, budget.bytes)
      return json({})
    }
    const { port } = await labServer(context, { handler, chargeBody: () => budget.open('a') })
    assert.equal(
      statusOf(await exchange(port, `${head}Connection: close\r\nContent-Length: 1000\r\n\r\n${'x'.repeat(1000)}`)),
      200,
    )
    assert.deepEqual([most, budget.bytes], [0, 0])
  })
})
