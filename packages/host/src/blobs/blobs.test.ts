import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { suite, test } from 'node:test'
import { Problem, type Blob } from '@host/plugin'
import fc from 'fast-check'
import { blobStores } from '../../testing/blobs/blob-lab.ts'

const hour = 60 * 60_000
const text = (value: string): Uint8Array => new TextEncoder().encode(value)
const plain = { type: 'text/plain' }

async function bytesOf(blob: Blob | undefined): Promise<Buffer | undefined> {
  return blob && Buffer.from(await new Response(blob.body).arrayBuffer())
}

async function textOf(blob: Blob | undefined): Promise<string | undefined> {
  return (await bytesOf(blob))?.toString()
}

for (const store of blobStores) {
  suite(`blobs in ${store.name}`, () => {
    const { large: size } = store

    test('§P38 a stored blob is there under its key, byte by byte, with its size, type and time', async () => {
      await using lab = await store.create()
      const { service } = lab
      const facts = await service.put('org_a', 'reports/2026-01.txt', text('January'), plain)
      const expected = {
        key: 'reports/2026-01.txt',
        size: 7,
        type: 'text/plain',
        changedAt: '2026-01-31T08:15:00.000Z',
      }
      assert.deepEqual(facts, expected)
      assert.deepEqual(await service.facts('org_a', 'reports/2026-01.txt'), expected)
      assert.equal(await textOf(await service.get('org_a', 'reports/2026-01.txt')), 'January')
      assert.equal(await service.get('org_a', 'reports/2026-02.txt'), undefined)
      await service.put('org_a', 'empty', new Uint8Array(), plain)
      assert.equal(await textOf(await service.get('org_a', 'empty')), '')
      const large = randomBytes(size)
      const body = ReadableStream.from(inChunks(large, [1, 70_000, 500_000, 3]))
      const stored = await service.put('org_a', 'large', body, { type: 'application/octet-stream' })
      assert.equal(stored.size, large.length)
      const read = await bytesOf(await service.get('org_a', 'large'))
      assert.equal(sha256(read ?? Buffer.alloc(0)), sha256(large))
    })

    test('§P38 a failed put keeps the previous blob, and leaves nothing of itself', async () => {
      await using lab = await store.create()
      const { service } = lab
      await service.put('org_a', 'a', text('before'), plain)
      const broken = async function* () {
        yield new Uint8Array(size)
        throw new Error('The upload broke off.')
      }
      await assert.rejects(service.put('org_a', 'a', ReadableStream.from(broken()), plain), /broke off/)
      const aborting = new AbortController()
      const hanging = async function* () {
        yield new Uint8Array(size)
        aborting.abort(new Error('Nobody waits any more.'))
        await new Promise(() => undefined)
      }
      const aborted = service.put('org_a', 'a', ReadableStream.from(hanging()), { ...plain, signal: aborting.signal })
      await assert.rejects(aborted, /Nobody waits/)
      assert.equal(await textOf(await service.get('org_a', 'a')), 'before')
      assert.equal(await lab.pieces(), 1)
    })

    test('§P40 a reader of a replaced or deleted blob gets all of it, and an hour later it is gone', async () => {
      await using lab = await store.create()
      const { service, blobs } = lab
      const old = randomBytes(size)
      await service.put('org_a', 'a', old, plain)
      const reading = await service.get('org_a', 'a')
      const late = await service.get('org_a', 'a')
      await service.put('org_a', 'a', text('new'), plain)
      await blobs.sweeper.sweep()
      assert.equal(sha256((await bytesOf(reading)) ?? Buffer.alloc(0)), sha256(old))
      assert.equal(await textOf(await service.get('org_a', 'a')), 'new')
      lab.move(hour)
      await blobs.sweeper.sweep()
      assert.equal(await lab.pieces(), 1)
      await assert.rejects(bytesOf(late), (error) => error instanceof Problem && error.code === 'not_found')
      const last = await service.get('org_a', 'a')
      assert.equal(await service.delete('org_a', 'a'), true)
      assert.equal(await service.delete('org_a', 'a'), false)
      assert.equal(await textOf(last), 'new')
      assert.equal(await service.facts('org_a', 'a'), undefined)
      lab.move(hour)
      await lab.blobs.sweeper.sweep()
      assert.equal(await lab.pieces(), 0)
      assert.deepEqual(await lab.db.selectFrom('host_blob_contents').selectAll().execute(), [])
    })

    test('§P38 of concurrent puts on two processes one remains, whole, and nothing of the others', async () => {
      await using lab = await store.create()
      const services = [lab.service, (await lab.other()).serviceOf('notes')]
      const bodies = Array.from({ length: 8 }, (_, index) => Buffer.alloc(300_000, index))
      await Promise.all(
        bodies.map((body, index) => (services[index % 2] ?? lab.service).put('org_a', 'a', body, plain)),
      )
      const there = await bytesOf(await lab.service.get('org_a', 'a'))
      assert.ok(bodies.some((body) => there?.equals(body)))
      assert.deepEqual(await bytesOf(await services[1]?.get('org_a', 'a')), there)
      lab.move(hour)
      await lab.blobs.sweeper.sweep()
      assert.equal((await lab.db.selectFrom('host_blob_contents').selectAll().execute()).length, 1)
      assert.deepEqual(await bytesOf(await lab.service.get('org_a', 'a')), there)
    })
  })
}

for (const store of blobStores.slice(0, 2)) {
  suite(`names of blobs in ${store.name}`, () => {
    test('§P38 workspaces and plugins see nothing of each other', async () => {
      await using lab = await store.create()
      const { service } = lab
      const shop = lab.blobs.serviceOf('shop')
      await service.put('org_a', 'a', text('of a'), plain)
      await service.put('org_b', 'a', text('of b'), plain)
      await shop.put('org_a', 'a', text('of the shop'), plain)
      assert.equal(await textOf(await service.get('org_a', 'a')), 'of a')
      assert.equal(await textOf(await service.get('org_b', 'a')), 'of b')
      assert.equal(await service.delete('org_b', 'a'), true)
      assert.equal(await shop.get('org_b', 'a'), undefined)
      assert.deepEqual(
        (await service.list('org_a', '', { limit: 10 })).map(({ key }) => key),
        ['a'],
      )
      assert.equal(await textOf(await shop.get('org_a', 'a')), 'of the shop')
    })

    test('a list has the keys of a prefix in order, page by page', async () => {
      await using lab = await store.create()
      const keys = ['a', 'a-b', 'a/1', 'a/2', 'a/Z', 'a/_', 'a/z', 'ab', 'b']
      for (const key of keys.toReversed()) await lab.service.put('org_a', key, text(key), plain)
      const list = async (prefix: string, limit: number, after?: string) =>
        (await lab.service.list('org_a', prefix, { limit, ...(after !== undefined && { after }) })).map(
          ({ key }) => key,
        )
      assert.deepEqual(await list('', 100), keys)
      assert.deepEqual(await list('a/', 100), ['a/1', 'a/2', 'a/Z', 'a/_', 'a/z'])
      assert.deepEqual(await list('a/', 2), ['a/1', 'a/2'])
      assert.deepEqual(await list('a/', 2, 'a/2'), ['a/Z', 'a/_'])
    })
  })
}

suite('blobs of a plugin', () => {
  const [first] = blobStores

  test('§P41 an invalid key, type, body or limit is refused, and the largest blob has 100 MiB', async () => {
    await using lab = await first!.create()
    const { service } = lab
    const wrong = ['', '/', 'a/', '/a', 'a//b', '.', 'a/../b', '..', 'ä', 'a b', 'a\0', 'a\\b', 'a'.repeat(301)]
    for (const key of wrong) await assert.rejects(service.put('org_a', key, text(''), plain), TypeError, key)
    await assert.rejects(service.put('', 'a', text(''), plain), TypeError)
    await assert.rejects(service.put('org_a', 'a', text(''), { type: 'text\r\nx: y' }), TypeError)
    await assert.rejects(service.put('org_a', 'a', 'text' as never, plain), TypeError)
    await assert.rejects(service.list('org_a', '%', { limit: 1 }), TypeError)
    await assert.rejects(service.list('org_a', '', { limit: 1_001 }), TypeError)
    const tooLarge = ReadableStream.from(Array.from({ length: 26 }, () => new Uint8Array(4 * 1024 * 1024)))
    const isRefused = (error: unknown): boolean => error instanceof Problem && error.code === 'body_too_large'
    await assert.rejects(lab.forgetful().put('org_a', 'a', tooLarge, plain), isRefused)
    await assert.rejects(service.put('org_a', 'a', new Uint8Array(100 * 1024 * 1024 + 1), plain), isRefused)
    assert.equal(await lab.pieces(), 0)
  })

  test('a put belongs before a transaction, and a delete is a part of it', async () => {
    await using lab = await first!.create()
    const { service, database } = lab
    await service.put('org_a', 'a', text('a'), plain)
    const undone = database.transaction(async () => {
      await assert.rejects(service.put('org_a', 'b', text('b'), plain), /before|first/)
      assert.equal(await service.delete('org_a', 'a'), true)
      assert.equal(await service.facts('org_a', 'a'), undefined)
      throw new Error('undone')
    })
    await assert.rejects(undone, /undone/)
    assert.equal(await textOf(await service.get('org_a', 'a')), 'a')
  })

  test('after any sequence of puts, deletes and sweeps, the blobs are those of a map', async () => {
    await using lab = await first!.create()
    const { service } = lab
    const key = fc.constantFrom('a', 'b/c', 'B/c')
    const step = fc.oneof(
      fc.record({ kind: fc.constant('put' as const), key, value: fc.string() }),
      fc.record({ kind: fc.constant('delete' as const), key }),
      fc.record({ kind: fc.constant('sweep' as const), wait: fc.integer({ min: 0, max: 2 * hour }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const org = `org_${randomBytes(8).toString('hex')}`
        const model = new Map<string, string>()
        for (const each of steps) {
          if (each.kind === 'put') await service.put(org, each.key, text(each.value), plain)
          if (each.kind === 'put') model.set(each.key, Buffer.from(text(each.value)).toString())
          if (each.kind === 'delete') assert.equal(await service.delete(org, each.key), model.delete(each.key))
          if (each.kind === 'sweep') lab.move(each.wait)
          if (each.kind === 'sweep') await lab.blobs.sweeper.sweep()
        }
        for (const name of ['a', 'b/c', 'B/c']) {
          assert.equal(await textOf(await service.get(org, name)), model.get(name))
        }
      }),
      { numRuns: process.env['HOST_SOAK'] === '1' ? 500 : 25 },
    )
  })
})

function* inChunks(bytes: Buffer, sizes: readonly number[]): Generator<Uint8Array> {
  for (let at = 0, turns = 0; at < bytes.length; turns += 1) {
    const size = sizes[turns % sizes.length] ?? 1
    yield bytes.subarray(at, at + size)
    at += size
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
