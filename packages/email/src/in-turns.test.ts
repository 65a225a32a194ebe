import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { signMessage } from './compose/sign-message.ts'
import { signingKeys } from './compose/testing/signing-keys.ts'
import { stuffedPieces } from './deliver/stuffed-pieces.ts'
import { inTurns, joinInTurns, turnBytes } from './in-turns.ts'

const pieces = 12
const line = `${'.'.repeat(62)}\r\n`
const large = Buffer.from(`From: a@example.com\r\n\r\n${line.repeat((pieces * turnBytes) / line.length)}`)

/** Turns of the event loop while work runs. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  const over = new AbortController()
  let turns = 0
  const counting = (async () => {
    for (; !over.signal.aborted; turns += 1) await setImmediate()
  })()
  await work()
  over.abort()
  await counting
  return turns
}

test('a large message is looked at in pieces of 256 kB, and other work runs between them', async () => {
  const sizes: number[] = []
  const turns = await turnsOf(async () => {
    for await (const piece of inTurns(large)) sizes.push(piece.length)
  })
  assert.equal(
    sizes.reduce((sum, size) => sum + size, 0),
    large.length,
  )
  assert.ok(Math.max(...sizes) <= turnBytes)
  assert.ok(turns >= pieces, `${turns} turns`)
})

test('the blocks of a large message are joined in pieces, and left by it', async () => {
  const blocks = [large.subarray(0, 10), large.subarray(10, 5 * turnBytes), large.subarray(5 * turnBytes)]
  let joined: Uint8Array | undefined
  const turns = await turnsOf(async () => (joined = await joinInTurns(blocks)))
  assert.ok(turns >= pieces, `${turns} turns`)
  assert.deepEqual([joined?.length, blocks.length], [large.length, 0])
  assert.equal(large.compare(joined ?? new Uint8Array()), 0)
})

test('a large message is signed in pieces', async () => {
  const { keys } = signingKeys()
  const turns = await turnsOf(() => signMessage(large, { keys, now: new Date() }))
  assert.ok(turns >= pieces, `${turns} turns`)
})

test('the content of DATA is made piece by piece as it is sent', () => {
  let [count, length] = [0, 0]
  for (const piece of stuffedPieces(large)) {
    count += 1
    length += piece.length
    assert.ok(piece.length <= turnBytes)
  }
  assert.ok(count >= pieces)
  assert.equal(length, large.length + (pieces * turnBytes) / line.length)
})
