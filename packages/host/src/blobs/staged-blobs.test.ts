import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { blobStores } from '../../testing/blobs/blob-lab.ts'

const hour = 60 * 60_000
const bytes = new TextEncoder().encode('a file')
const type = 'text/plain'

for (const store of blobStores) {
  suite(`staged blobs in ${store.name}`, () => {
    test('bytes get their key in the transaction of a row, or not at all', async () => {
      await using lab = await store.create()
      const notes = lab.notes('org_a')
      const write = async (key: string, isUndone: boolean): Promise<void> => {
        const staged = await lab.service.stage('org_a', bytes, { type })
        await notes.transaction(async (db) => {
          const placed = await lab.service.place('org_a', key, staged)
          assert.deepEqual([placed.key, placed.size, placed.type], [key, bytes.length, type])
          await db.insertInto('notes_notes').values({ picture: key }).execute()
          if (isUndone) throw new Error('Planned.')
        })
      }
      await write('one', false)
      await assert.rejects(write('two', true), /Planned/)
      const listed = await lab.service.list('org_a', '', { limit: 10 })
      assert.deepEqual(
        listed.map(({ key }) => key),
        ['one'],
      )
      const blob = await lab.service.get('org_a', 'one')
      assert.equal(await new Response(blob?.body).text(), 'a file')
    })

    test('staged bytes without a key are removed at once by `discard`, or by the host an hour later', async () => {
      await using lab = await store.create()
      const large = new Uint8Array(store.large)
      const staged = await lab.service.stage('org_a', large, { type })
      const pieces = await lab.pieces()
      assert.ok(pieces > 0)
      // As a process leaves them that dies here.
      await lab.service.stage('org_a', large, { type })
      assert.equal(await lab.pieces(), 2 * pieces)
      await lab.service.discard(staged)
      assert.equal(await lab.pieces(), pieces)
      await assert.rejects(lab.service.place('org_a', 'late', staged), { code: 'service_unavailable' })
      lab.move(hour)
      await lab.blobs.sweeper.sweep()
      assert.equal(await lab.pieces(), 0)
    })

    test('few bytes are tried again after a transaction that was undone, and placed or discarded once', async () => {
      await using lab = await store.create()
      const notes = lab.notes('org_a')
      const mine = Uint8Array.from(bytes)
      const staged = await lab.service.stage('org_a', mine, { type })
      mine.fill(0)
      const place = (isUndone: boolean) =>
        notes.transaction(async () => {
          await lab.service.place('org_a', 'one', staged)
          if (isUndone) throw new Error('Planned.')
        })
      await assert.rejects(place(true), /Planned/)
      assert.equal(await lab.service.get('org_a', 'one'), undefined)
      await place(false)
      assert.equal(await new Response((await lab.service.get('org_a', 'one'))?.body).text(), 'a file')
      await assert.rejects(place(false), { code: 'service_unavailable' })
      const gone = await lab.service.stage('org_a', bytes, { type })
      await lab.service.discard(gone)
      await assert.rejects(lab.service.place('org_a', 'two', gone), { code: 'service_unavailable' })
    })

    test('bytes are placed in their own workspace only, and a discard of placed ones changes nothing', async () => {
      await using lab = await store.create()
      const staged = await lab.service.stage('org_a', bytes, { type })
      await assert.rejects(lab.service.place('org_b', 'one', staged), TypeError)
      await assert.rejects(lab.service.place('org_a', 'one', { size: bytes.length, type }), TypeError)
      await lab.service.place('org_a', 'one', staged)
      await lab.service.discard(staged)
      assert.equal((await lab.service.facts('org_a', 'one'))?.size, bytes.length)
    })
  })
}
