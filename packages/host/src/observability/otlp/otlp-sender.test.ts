import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { mock, suite, test, type TestContext } from 'node:test'
import { startCollector, type Collector } from '../../../testing/observability/collector.ts'
import { until } from '../../../testing/until.ts'
import { OtlpError, OtlpSender } from './otlp-sender.ts'

const body = Buffer.from('{}')
const never = new AbortController().signal

async function lab(context: TestContext, timeout = 60_000): Promise<{ collector: Collector; sender: OtlpSender }> {
  const collector = await startCollector(context)
  const url = new URL('/v1/any', collector.url)
  const sender = new OtlpSender({ url, protocol: 'http/json', headers: {}, timeout })
  context.after(() => sender[Symbol.dispose]())
  return { collector, sender }
}

const isAnswer =
  (status: number) =>
  (error: unknown): boolean =>
    error instanceof OtlpError && error.status === status

suite('sending to a collector', () => {
  test('429 and 503 are repeated after the pause that the collector asks for', async (t) => {
    const { collector, sender } = await lab(t)
    for (const status of [429, 503]) {
      collector.requests.length = 0
      collector.retryAfter = '0'
      const get = (): number => (collector.requests.length === 1 ? status : 200)
      Object.defineProperty(collector, 'status', { configurable: true, get })
      await sender.send(body, never)
      assert.equal(collector.requests.length, 2)
    }
  })

  test('a collector that stays busy is given up after four attempts, and other refusals after one', async (t) => {
    const { collector, sender } = await lab(t)
    Object.assign(collector, { status: 429, retryAfter: new Date(0).toUTCString() })
    await assert.rejects(() => sender.send(body, never), isAnswer(429))
    assert.equal(collector.requests.length, 4)
    collector.status = 400
    await assert.rejects(() => sender.send(body, never), isAnswer(400))
    assert.equal(collector.requests.length, 5)
  })

  test('a collector that asks for a long pause gets nothing until its end, ten minutes at most', async (t) => {
    for (const retryAfter of ['3600', new Date(Date.now() + 3_600_000).toUTCString()]) {
      const { collector, sender } = await lab(t)
      Object.assign(collector, { status: 503, retryAfter })
      await assert.rejects(() => sender.send(body, never), isAnswer(503))
      collector.status = 200
      const now = performance.now()
      const clock = mock.method(performance, 'now', () => now + 599_000)
      await assert.rejects(() => sender.send(body, never), isAnswer(503))
      assert.equal(collector.requests.length, 1)
      clock.mock.mockImplementation(() => now + 601_000)
      await sender.send(body, never)
      clock.mock.restore()
    }
  })

  test('an attempt without an answer ends at its limit, and a pause at the signal of the caller', async (t) => {
    const { collector, sender } = await lab(t, 20)
    collector.status = 0
    await assert.rejects(() => sender.send(body, never), { name: 'AbortError' })
    Object.assign(collector, { status: 503, retryAfter: '5' })
    const stopping = new AbortController()
    const sent = sender.send(body, stopping.signal)
    await until(() => collector.requests.length === 2)
    stopping.abort()
    assert.equal(await Promise.race([sent.catch(({ name }: Error) => name), sleep(2_500, 'waits')]), 'AbortError')
  })
})
