import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StatementNames } from './statement-name.ts'

test('statements are named by operation and table, and only short texts are stored', () => {
  const names = new StatementNames()
  const short = 'with a as (select 1) insert into "notes" values (?)'
  assert.deepEqual(names.of(short), { operation: 'SELECT', table: 'notes' })
  assert.equal(names.of(short), names.of(short))
  const long = `update notes set title = 'b' where id in (${'?, '.repeat(2_000)}?)`
  assert.deepEqual(names.of(long), { operation: 'UPDATE', table: 'notes' })
  assert.notEqual(names.of(long), names.of(long))
})
