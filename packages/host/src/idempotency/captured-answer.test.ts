import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { json, limits, noContent, sse, stream } from '@host/plugin'
import fc from 'fast-check'
import { FastResponse } from 'srvx'
import { captureAnswer } from './captured-answer.ts'
import { keptHeaders } from './kept-headers.ts'

const largest = limits.idempotencyResponse
const bytes = (size: number): Uint8Array<ArrayBuffer> => new Uint8Array(size).fill(120)

/** A body whose pieces each come after a given number of event loop turns. */
function inPieces(pieces: readonly (readonly [turns: number, size: number])[]): ReadableStream<Uint8Array> {
  const waiting = [...pieces]
  return new ReadableStream({
    async pull(controller) {
      const next = waiting.shift()
      if (next === undefined) return controller.close()
      for (let turn = 0; turn < next[0]; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      controller.enqueue(bytes(next[1]))
    },
  })
}

async function ending(response: Response): Promise<string> {
  return (await captureAnswer(response)).ending
}

suite('stored answers', () => {
  test('§8.5 an answer of 1 MiB is complete, one byte more is too large, however it is split', async () => {
    const made = {
      text: (size: number) => new Response('x'.repeat(size)),
      bytes: (size: number) => new Response(bytes(size)),
      quick: (size: number) => new FastResponse(bytes(size)),
      stream: (size: number) => new Response(inPieces([[0, size]])),
      json: (size: number) => json('x'.repeat(size - 2)),
      characters: (size: number) => json('é'.repeat((size - 2) / 2) + (size % 2 === 0 ? '' : 'x')),
    }
    for (const [name, make] of Object.entries(made)) {
      const [kept, dropped] = [await captureAnswer(make(largest)), await captureAnswer(make(largest + 1))]
      assert.deepEqual([kept.ending, dropped.ending], ['complete', 'too_large'], name)
      assert.equal((await kept.response.arrayBuffer()).byteLength, largest, name)
      assert.equal((await dropped.response.arrayBuffer()).byteLength, largest + 1, name)
      assert.equal(dropped.body, null)
    }
  })

  test('§3.4 a declared stream is one, and is not read', async () => {
    let reads = 0
    const body = (): ReadableStream<Uint8Array> =>
      new ReadableStream(
        {
          pull(controller) {
            reads += 1
            controller.enqueue(bytes(1))
          },
        },
        { highWaterMark: 0 },
      )
    const events = { headers: { 'content-type': 'text/event-stream; charset=utf-8' } }
    for (const response of [stream(body()), new Response(body(), events), new FastResponse(body(), events)]) {
      const captured = await captureAnswer(response)
      assert.deepEqual([captured.ending, captured.response], ['streamed', response])
    }
    assert.equal(await ending(sse((async function* () {})())), 'streamed')
    assert.equal(reads, 0)
  })

  test('§3.4 a body that is not complete a turn after its first piece is a stream, however long that took', async () => {
    const complete = [
      [[9, 5]],
      [
        [0, 5],
        [0, 5],
        [0, 5],
      ],
      [
        [9, 5],
        [0, 5],
      ],
      [],
    ] as const
    for (const pieces of complete) assert.equal(await ending(new Response(inPieces(pieces))), 'complete')
    for (const pieces of [
      [
        [0, 5],
        [3, 5],
      ],
      [
        [9, 5],
        [0, 5],
        [3, 5],
      ],
    ] as const) {
      const captured = await captureAnswer(new Response(inPieces(pieces), { status: 206 }))
      assert.deepEqual([captured.ending, captured.status, captured.response.status], ['streamed', 206, 206])
      assert.equal((await captured.response.text()).length, pieces.length * 5)
    }
  })

  test('no body is none, in either form', async () => {
    for (const response of [noContent(), new Response(null, { status: 304 }), new FastResponse(null)]) {
      const captured = await captureAnswer(response)
      assert.deepEqual([captured.ending, captured.body], ['complete', null])
    }
  })

  test('a body that breaks, holds no bytes or was read is the failure of its handler', async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('dry')) })
    const texts = new ReadableStream({ start: (controller) => controller.enqueue('text') })
    const used = new Response('x')
    await used.text()
    await assert.rejects(async () => await captureAnswer(new Response(broken)), { message: 'dry' })
    await assert.rejects(async () => await captureAnswer(new FastResponse(texts as never)), TypeError)
    await assert.rejects(async () => await captureAnswer(used), TypeError)
  })

  test('for any pieces, the caller gets all bytes in order', async () => {
    const piece = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 400_000 }))
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 6 }), async (pieces) => {
        const { ending: how, body, response } = await captureAnswer(new Response(inPieces(pieces)))
        const size = pieces.reduce((sum, [, length]) => sum + length, 0)
        assert.equal((await response.arrayBuffer()).byteLength, size)
        assert.equal(body?.length, how === 'complete' ? size : undefined)
        if (pieces.every(([turns]) => turns === 0)) assert.equal(how, size > largest ? 'too_large' : 'complete')
      }),
      { numRuns: 40 },
    )
  })
})

suite('headers', () => {
  test('a replay repeats those of the handler, and none of one exchange or connection', () => {
    const headers = new Headers([
      ['content-type', 'text/plain'],
      ['x-two', 'a'],
      ['x-two', 'b'],
      ['set-cookie', 'a=1'],
      ['date', 'now'],
      ['content-length', '5'],
      ['transfer-encoding', 'chunked'],
      ['keep-alive', 'timeout=5'],
      ['x-hop', 'mine'],
      ['connection', 'close, X-Hop'],
    ])
    assert.deepEqual(keptHeaders(headers), { 'content-type': 'text/plain', 'x-two': 'a, b' })
  })

  test('one that HTTP can not carry is a mistake of the handler', () => {
    for (const [name, value] of [
      ['x-a', 'a\r\nb: c'],
      ['x b', 'c'],
      ['x-c', 'ž'],
    ] as const) {
      assert.throws(() => keptHeaders([[name, value]]), TypeError)
    }
  })
})
