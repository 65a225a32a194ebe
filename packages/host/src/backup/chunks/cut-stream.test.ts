import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { largestChunk } from './chunk-box.ts'
import { ChunkBuffers, cutStream } from './cut-stream.ts'

async function* inParts(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, nth = 0; at < bytes.length; nth += 1) {
    const size = sizes[nth % sizes.length] ?? 1
    yield bytes.subarray(at, at + size)
    at += size
  }
}

const chunksOf = (bytes: Uint8Array, sizes = [65_536]) =>
  Array.fromAsync(cutStream(inParts(bytes, sizes), new ChunkBuffers()))
const digests = (chunks: readonly Uint8Array[]) =>
  chunks.map((chunk) => createHash('sha256').update(chunk).digest('hex'))

test('chunks together are the stream, wherever its parts end, and none is larger than allowed', async () => {
  const bytes = randomBytes(9_000_000)
  const whole = digests(await chunksOf(bytes))
  assert.ok(whole.length > 2)
  const sizes = fc.array(fc.integer({ min: 1_000, max: 5_000_000 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(sizes, async (given) => {
      const chunks = await chunksOf(bytes, given)
      assert.ok(Buffer.concat(chunks).equals(bytes))
      assert.deepEqual(digests(chunks), whole, 'the same places, however the stream arrives')
      for (const chunk of chunks.slice(0, -1)) assert.ok(chunk.length >= 512 * 1024 && chunk.length <= largestChunk)
    }),
    { numRuns: process.env['HOST_SOAK'] === '1' ? 300 : 15 },
  )
})

test('bytes that are inserted or removed change the chunks around them and no others', async () => {
  const bytes = randomBytes(24_000_000)
  const before = new Set(digests(await chunksOf(bytes)))
  const changed = Buffer.concat([bytes.subarray(0, 9_000_000), randomBytes(1_001), bytes.subarray(9_100_000)])
  const added = digests(await chunksOf(changed)).filter((digest) => !before.has(digest))
  assert.ok(added.length > 0 && added.length <= 3, `${added.length} of ${before.size} chunks are new`)
})

test('a stream without content has no chunk, and one without places to cut has the largest ones', async () => {
  assert.deepEqual(await chunksOf(new Uint8Array()), [])
  const sizes = (await chunksOf(new Uint8Array(largestChunk + 1))).map(({ length }) => length)
  assert.equal(
    sizes.reduce((sum, size) => sum + size, 0),
    largestChunk + 1,
  )
  assert.ok(Math.max(...sizes) <= largestChunk)
})
