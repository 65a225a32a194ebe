import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { inPieces } from './in-pieces.ts'
import type { PieceStore } from './piece-store.ts'
import { readContent } from './read-content.ts'

const chunk = 1_000
const pieceSize = 8_000
const chunks = 100

/** A store whose answers wait until they are released. */
function slowStore() {
  let letGo = Promise.withResolvers<void>()
  const asked: number[] = []
  const store: PieceStore = {
    name: 'folder',
    pieceSize,
    write: async () => await letGo.promise,
    async read({ position }) {
      asked.push(position)
      return new Uint8Array(pieceSize)
    },
    async remove() {},
  }
  return {
    store,
    asked,
    next() {
      letGo.resolve()
      letGo = Promise.withResolvers<void>()
    },
  }
}

test('§P41 a body is asked for one piece, and for no more before that is stored', async () => {
  const { store, next } = slowStore()
  let given = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (given === chunks) return controller.close()
        given += 1
        controller.enqueue(new Uint8Array(chunk))
      },
    },
    { highWaterMark: 0 },
  )
  const signal = new AbortController().signal
  let stored = 0
  const writing = (async () => {
    for await (const piece of inPieces(body, pieceSize, signal)) {
      await store.write({ content: 'blobc_1', position: 0 }, piece, signal)
      stored += piece.length
    }
  })()
  for (let step = 0; step < 4 * chunks; step += 1) {
    await turn()
    assert.ok(given * chunk - stored <= pieceSize + chunk, `${given * chunk} were taken and ${stored} stored`)
    next()
  }
  await writing
  assert.equal(stored, chunk * chunks)
})

test('§P41 a reader is given a piece when it asks, and nothing is read ahead', async () => {
  const { store, asked } = slowStore()
  const reader = readContent(store, { content: 'blobc_1', size: 3 * pieceSize }).getReader()
  await turn()
  assert.deepEqual(asked, [])
  for (let piece = 0; piece < 3; piece += 1) {
    assert.equal((await reader.read()).value?.length, pieceSize)
    await turn()
    assert.equal(asked.length, piece + 1)
  }
  assert.equal((await reader.read()).done, true)
})
