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

/** A target that stores one transaction at a time. @param onBatch called with the number of each batch */
function targetOf(onBatch: (batch: number) => Promise<void> | void = () => undefined) {
  const stored: (readonly [rows: number, recorded: number])[] = []
  let [batches, open] = [0, 0]
  const add: MoveTarget['add'] = async (_table, rowsOf, record) => {
    assert.equal((open += 1), 1)
    try {
      let count = 0
      for await (const rows of rowsOf) {
        await onBatch(batches)
        batches += 1
        count += rows.length
      }
      stored.push([count, Number(/'(\d+)'\) on conflict/.exec(record())?.[1])])
    } finally {
      open -= 1
    }
  }
  return { stored, add }
}

test('the next batch is read while the target stores one, and no other', { timeout: 20_000 }, async () => {
  const read = [0, 1, 2, 3].map(() => Promise.withResolvers<void>())
  let batchesRead = 0
  const source = sourceOf(4, (batch) => {
    batchesRead += 1
    read[batch]?.resolve()
  })
  const { add, stored } = targetOf(async (batch) => {
    await read[batch + 1]?.promise
    await nextTurn()
    await nextTurn()
    assert.equal(batchesRead, Math.min(batch + 2, 4))
  })
  const { copied, run } = copyOf(source, add)
  await run()
  assert.deepEqual([stored, copied], [[[8, 8]], [8]])
})

test('a transaction takes 40 batches and records the rows so far, and none is empty', async () => {
  const many = targetOf()
  const copyOfMany = copyOf(sourceOf(90), many.add)
  await copyOfMany.run()
  const transactions = [
    [80, 80],
    [80, 160],
    [20, 180],
  ]
  assert.deepEqual([many.stored, copyOfMany.copied], [transactions, [80, 160, 180]])
  const even = targetOf()
  await copyOf(sourceOf(80), even.add).run()
  assert.deepEqual(even.stored, transactions.slice(0, 2))
})

test('a target that fails ends the copy behind its last transaction, and the source is closed', async () => {
  const { add, stored } = targetOf((batch) => {
    if (batch === 50) throw new Error('The server is gone.')
  })
  let isClosed = false
  const source = sourceOf(90)
  const closing: MoveSide = {
    ...source,
    async *rows(...asked) {
      try {
        yield* source.rows(...asked)
      } finally {
        isClosed = true
      }
    },
  }
  const { copied, run } = copyOf(closing, add)
  await assert.rejects(run(), /The server is gone/)
  assert.deepEqual([stored, copied, isClosed], [[[80, 80]], [80], true])
})

test('a source that fails ends the open transaction with its error, and no more is stored', async () => {
  const { add, stored } = targetOf(async () => {
    // The source fails meanwhile.
    await nextTurn()
    await nextTurn()
  })
  const source = sourceOf(90, (batch) => {
    if (batch === 50) throw new Error('The disk is gone.')
  })
  const ends: unknown[] = []
  const { copied, run } = copyOf(source, async (...asked) => {
    await add(...asked).then(
      () => ends.push('stored'),
      (error: unknown) => {
        ends.push(String(error))
        throw error
      },
    )
  })
  await assert.rejects(run(), /The disk is gone/)
  assert.deepEqual([ends, stored, copied], [['stored', 'Error: The disk is gone.'], [[80, 80]], [80]])
})
