import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BackupKind, BackupRun } from '@host/plugin/platform'
import { troublesOf } from './backup-troubles.ts'

const hour = 3_600_000
const now = Date.UTC(2030, 5, 20, 12)
const crons = { backup: '30 2 * * *', drill: '30 4 * * 0' } as const

/** A run that began so many hours ago. */
const run = (kind: BackupKind, state: BackupRun['state'], hours: number): BackupRun => {
  const at = new Date(now - hours * hour).toISOString()
  const rest = { place: '', backupId: null, backupAt: null, bytes: null, added: null, note: null, reason: null }
  return { id: 'brun_1', kind, state, startedAt: at, finishedAt: at, ...rest }
}

interface Judged {
  readonly done?: number
  readonly failed?: number
  readonly expected?: number
  readonly cron?: string
}

const judge = (kind: BackupKind, { done, failed, expected, cron = crons[kind] }: Judged) => {
  const lastDone = done === undefined ? undefined : run(kind, 'done', done)
  const lastEnded = failed === undefined ? lastDone : run(kind, 'failed', failed)
  const expectedSince = expected === undefined ? undefined : now - expected * hour
  return troublesOf({ kind, cron, lastDone, lastEnded, expectedSince }, now)
}

test('a backup is late after two days, and a drill after fourteen', () => {
  assert.deepEqual(judge('backup', { done: 47 }), [])
  assert.deepEqual(judge('backup', { done: 59 }), ['backup_overdue'])
  assert.deepEqual(judge('drill', { done: 13 * 24 }), [])
  assert.deepEqual(judge('drill', { done: 18 * 24 }), ['drill_overdue'])
})

test('a schedule with longer intervals is late a day, or a week, after its time', () => {
  assert.deepEqual(judge('backup', { done: 6 * 24, cron: '30 2 * * 1' }), ['backup_overdue'])
  assert.deepEqual(judge('backup', { done: 3 * 24, cron: '30 2 * * 0' }), [])
  assert.deepEqual(judge('drill', { done: 19 * 24, cron: '30 4 1 * *' }), [])
})

test('the last run that ended tells whether it failed, whatever succeeded before', () => {
  assert.deepEqual(judge('backup', { done: 20, failed: 2 }), ['backup_failed'])
  assert.deepEqual(judge('backup', { done: 80, failed: 2 }), ['backup_failed', 'backup_overdue'])
})

test('where none has succeeded, it is late by the first run of a backup', () => {
  assert.deepEqual(judge('backup', {}), [])
  assert.deepEqual(judge('backup', { failed: 1, expected: 72 }), ['backup_failed', 'backup_overdue'])
  assert.deepEqual(judge('drill', { expected: 3 * 24 }), [])
  assert.deepEqual(judge('drill', { expected: 30 * 24 }), ['drill_overdue'])
})
