import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { neutralTable } from '../database/neutral/neutral-table.ts'
import { notes } from '../../testing/move/move-lab.ts'
import { copyTables, type TableCopy } from './copy-tables.ts'
import type { MoveSide, MoveTarget } from './sides/move-side.ts'

const [model] = notes.models
const row = (id: number) => [`note_${id}`, 'org_1', 'text', 1n, null, null]

/** Two rows a batch. @param onRead called with the number of each batch before it is given */
function sourceOf(batches: number, onRead: (batch: number) => void = () => undefined): MoveSide {
  return {
    dialect: 'sqlite',
    run: async () => [],
    async *rows() {
      for (let batch = 0; batch < batches; batch += 1) {
        await nextTurn()
        onRead(batch)
        yield [row(2 * batch), row(2 * batch + 1)]
      }
    },
    async [Symbol.asyncDispose]() {},
  }
}

function copyOf(source: MoveSide, add: MoveTarget['add']) {
  assert.ok(model?.kind === 'model')
  const table = neutralTable(model)
  const target: MoveTarget = { ...sourceOf(0), dialect: 'postgres', add, runAll: async () => undefined }
  const copied: number[] = []
  const copy: TableCopy = {
    source,
    target,
    tables: [table],
    facts: [{ table: table.name, rows: 8, digest: '' }],
    begun: { source: '', rows: new Map() },
    signal: new AbortController().signal,
    onCopied: (_, rows) => void copied.push(rows),
  }
  return { copied, run: () => copyTables(copy) }
}

test(
  'the next batch is read while the target stores one, and none is stored beside another',
  { timeout: 20_000 },
  async () => {
    const read = [0, 1, 2, 3].map(() => Promise.withResolvers<void>())
    let storing = 0
    const source = sourceOf(4, (batch) => read[batch]?.resolve())
    const { copied, run } = copyOf(source, async (_table, _rows, record) => {
      assert.equal((storing += 1), 1)
      const rows = Number(/'(\d)'\) on conflict/.exec(record)?.[1])
      await read[rows / 2]?.promise
      storing -= 1
    })
    await run()
    assert.deepEqual(copied, [2, 4, 6, 8])
  },
)

test('a target that fails ends the copy behind the last batch that it stored', async () => {
  let batches = 0
  const { copied, run } = copyOf(sourceOf(4), async () => {
    batches += 1
    if (batches === 2) throw new Error('The server is gone.')
  })
  await assert.rejects(run(), /The server is gone/)
  assert.deepEqual([batches, copied], [2, [2]])
})

test('a source that fails leaves no batch that is still being stored', async () => {
  let isStored = false
  const source = sourceOf(4, (batch) => {
    if (batch === 1) throw new Error('The disk is gone.')
  })
  const { copied, run } = copyOf(source, async () => {
    await nextTurn()
    await nextTurn()
    await nextTurn()
    isStored = true
  })
  await assert.rejects(run(), /The disk is gone/)
  assert.ok(isStored)
  assert.deepEqual(copied, [2])
})
