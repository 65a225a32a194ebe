import assert from 'node:assert/strict'
import { mock, suite, test } from 'node:test'
import { Span } from '../../support/trace/span.ts'
import { SpanQueue, type SpanQueueOptions } from './span-queue.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }

function ended(sink: SpanQueue): void {
  const ids = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
  const place = { parentId: undefined, isParentRemote: false }
  new Span({ name: 'GET', kind: 'server', ...ids, ...place, isSampled: true, sink }).end()
}

/** A queue of ten spans with batches of four, to a collector that a test answers for. */
function lab(options: Partial<SpanQueueOptions> = {}) {
  const sends: (PromiseWithResolvers<void> & { readonly count: number })[] = []
  const warned: string[] = []
  const queue = new SpanQueue({
    delay: 1_000,
    timeout: 60_000,
    most: 10,
    batch: 4,
    log: { ...silent, warn: (message) => void warned.push(message) },
    send: (spans, signal) => {
      const send = { ...Promise.withResolvers<void>(), count: spans.length }
      signal.addEventListener('abort', () => send.reject(signal.reason))
      sends.push(send)
      return send.promise
    },
    ...options,
  })
  const add = (count: number): void => Array.from({ length: count }).forEach(() => ended(queue))
  return { queue, sends, warned, add }
}

const turn = (): Promise<unknown> => new Promise(setImmediate)

suite('the queue of spans', () => {
  test('sends one batch at a time, and drops spans that it has no room for', async () => {
    const { queue, sends, add } = lab()
    add(100)
    assert.deepEqual(
      sends.map(({ count }) => count),
      [4],
    )
    assert.equal(queue.counts.dropped, 86)
    sends[0]?.resolve()
    await turn()
    assert.equal(sends.length, 2)
    await queue.stop(0)
    assert.deepEqual(queue.counts, { exported: 4, dropped: 92, failed: 4 })
  })

  test('sends less than a batch after its delay', async () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    const { sends, add } = lab()
    add(3)
    mock.timers.tick(999)
    assert.equal(sends.length, 0)
    mock.timers.tick(1)
    mock.timers.reset()
    assert.equal(sends[0]?.count, 3)
  })

  test('warns once while the collector is away, and again after it was back', async () => {
    const { sends, warned, add } = lab()
    for (const isBack of [false, false, true, false]) {
      add(4)
      if (isBack) sends.at(-1)?.resolve()
      else sends.at(-1)?.reject(new Error('refused'))
      await turn()
    }
    assert.equal(warned.length, 2)
  })

  test('sends the rest at a stop, and gives a silent collector up at its end', async () => {
    const { queue, sends, add } = lab()
    add(6)
    const stopped = queue.stop(60_000)
    sends[0]?.resolve()
    await turn()
    sends[1]?.resolve()
    await stopped
    assert.deepEqual(queue.counts, { exported: 6, dropped: 0, failed: 0 })
    const silentOne = lab()
    silentOne.add(6)
    await silentOne.queue.stop(1)
    assert.deepEqual(silentOne.queue.counts, { exported: 0, dropped: 2, failed: 4 })
    silentOne.add(1)
    assert.equal(silentOne.queue.counts.dropped, 3)
  })
})
