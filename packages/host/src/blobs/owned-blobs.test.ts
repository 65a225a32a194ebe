import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { UniqueViolation } from '@host/plugin'
import { eraseBlobs } from './erase-blobs.ts'
import { blobStores, securedBlobStore, type BlobLab } from '../../testing/blobs/blob-lab.ts'

const hour = 60 * 60_000

/** Puts a blob of each of two workspaces under the same key. */
async function put({ service }: BlobLab, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    for (const orgId of ['org_a', 'org_b']) {
      await service.put(orgId, key, new TextEncoder().encode(`${key} of ${orgId}`), { type: 'text/plain' })
    }
  }
}

async function keysOf({ service }: BlobLab, orgId: string): Promise<readonly string[]> {
  return (await service.list(orgId, '', { limit: 100 })).map(({ key }) => key)
}

for (const store of [...blobStores, securedBlobStore]) {
  suite(`blobs of rows in ${store.name}`, () => {
    test('§P94 a deleted row takes its blobs with it, by a cascade too, and no others', async () => {
      await using lab = await store.create()
      const [a, b] = [lab.notes('org_a'), lab.notes('org_b')]
      await put(lab, 'picture', 'body', 'other')
      for (const [db, letter] of [
        [a, 'a'],
        [b, 'b'],
      ] as const) {
        await db
          .insertInto('notes_notes')
          .values({ id: `note_${letter}`, picture: 'picture' })
          .execute()
        await db
          .insertInto('notes_files')
          .values({ note_id: `note_${letter}`, body: 'body' })
          .execute()
      }
      const reading = await lab.service.get('org_a', 'body')
      await a.deleteFrom('notes_notes').execute()
      assert.deepEqual(await keysOf(lab, 'org_a'), ['other'])
      assert.deepEqual(await keysOf(lab, 'org_b'), ['body', 'other', 'picture'])
      await lab.blobs.sweeper.sweep()
      assert.equal(reading && (await new Response(reading.body).text()), 'body of org_a')
      assert.equal(await lab.pieces(), 6)
      lab.move(hour)
      await lab.blobs.sweeper.sweep()
      assert.equal(await lab.pieces(), 4)
    })

    test('§P42 §P94 the bytes of an erased workspace go with the next sweep, also those that rows own', async () => {
      await using lab = await store.create()
      const notes = lab.notes('org_a')
      await put(lab, 'picture')
      await notes.insertInto('notes_notes').values({ picture: 'picture' }).execute()
      await eraseBlobs(lab.db, 'org_a')
      await notes.deleteFrom('notes_notes').execute()
      await lab.blobs.sweeper.sweep()
      assert.equal(await lab.pieces(), 1)
      assert.deepEqual(await keysOf(lab, 'org_b'), ['picture'])
    })

    test('§P94 a row that gets another key leaves its former blob, and keeps it when nothing changes', async () => {
      await using lab = await store.create()
      const notes = lab.notes('org_a')
      await put(lab, 'one', 'two')
      await notes.insertInto('notes_notes').values({ id: 'note_1', picture: 'one' }).execute()
      await notes.updateTable('notes_notes').set({ picture: 'one' }).execute()
      assert.deepEqual(await keysOf(lab, 'org_a'), ['one', 'two'])
      await notes.updateTable('notes_notes').set({ picture: 'two' }).execute()
      assert.deepEqual(await keysOf(lab, 'org_a'), ['two'])
      await notes.updateTable('notes_notes').set({ picture: null }).execute()
      assert.deepEqual(await keysOf(lab, 'org_a'), [])
      assert.deepEqual(await keysOf(lab, 'org_b'), ['one', 'two'])
    })

    test('§P94 a deletion that is rolled back keeps the blob, and no two rows own one', async () => {
      await using lab = await store.create()
      const notes = lab.notes('org_a')
      await put(lab, 'one')
      await notes.insertInto('notes_notes').values({ picture: 'one' }).execute()
      const failing = notes.transaction(async (db) => {
        await db.deleteFrom('notes_notes').execute()
        throw new Error('Planned.')
      })
      await assert.rejects(failing, /Planned/)
      assert.deepEqual(await keysOf(lab, 'org_a'), ['one'])
      await assert.rejects(notes.insertInto('notes_notes').values({ picture: 'one' }).execute(), UniqueViolation)
      await lab.notes('org_b').insertInto('notes_notes').values({ picture: 'one' }).execute()
    })
  })
}
