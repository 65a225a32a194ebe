import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '@host/plugin'
import type { CurrentSection } from './settings-store.ts'
import { untilReplaced, type ReplaceableRows } from './until-replaced.ts'

const place = { orgId: 'org_1', owner: 'instance', plugin: 'notes' }

/** A row that another writer changes right after each of its first reads. */
function busyRow(rivals: number): ReplaceableRows & { row: CurrentSection } {
  let left = rivals
  const store = {
    row: { plain: { count: 0 }, sealed: {}, revision: 0 } as CurrentSection,
    read: async () => {
      const read = store.row
      if (left > 0) {
        left -= 1
        store.row = { plain: { count: Number(read.plain['count']) + 10 }, sealed: {}, revision: read.revision + 1 }
      }
      return read
    },
    replace: async (_: unknown, { revision, next, beside }: Parameters<ReplaceableRows['replace']>[1]) => {
      if (revision !== store.row.revision) return false
      store.row = { ...next, revision: revision + 1 }
      await beside()
      return true
    },
  }
  return store
}

const plusOne = async ({ plain }: CurrentSection) => ({
  next: { plain: { count: Number(plain['count']) + 1 }, sealed: {} },
})

test('values are made again of the row that a faster writer left', async () => {
  const store = busyRow(3)
  let besides = 0
  await untilReplaced(store, place, async (current) => ({
    ...(await plusOne(current)),
    beside: async () => void (besides += 1),
  }))
  assert.deepEqual([store.row.plain, besides], [{ count: 31 }, 1])
})

test('a row that needs no change is left as it is', async () => {
  const store = busyRow(0)
  await untilReplaced(store, place, async () => undefined)
  assert.equal(store.row.revision, 0)
})

test('a row that others keep writing is a conflict', async () => {
  const store = busyRow(100)
  await assert.rejects(untilReplaced(store, place, plusOne), new Problem('conflict'))
  assert.equal(store.row.plain['count'], 60)
})
