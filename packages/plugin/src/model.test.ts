import assert from 'node:assert/strict'
import { test } from 'node:test'
import { column } from './column.ts'
import { mirror, model } from './model.ts'

test('a model is frozen, plain data', () => {
  const note = model(
    'notes_notes',
    { id: column.id('note'), title: column.text({ max: 9 }) },
    { unique: ['title'], index: [['title', 'id']], label: 'title' },
  )
  assert.deepEqual(JSON.parse(JSON.stringify(note)), {
    kind: 'model',
    table: 'notes_notes',
    columns: { id: { prefix: 'note', kind: 'id', nullable: false }, title: { max: 9, kind: 'text', nullable: false } },
    unique: [['title']],
    index: [['title', 'id']],
    label: ['title'],
  })
  for (const part of [note, note.columns, note.columns.title, note.unique, note.unique[0], note.index, note.label]) {
    assert.ok(Object.isFrozen(part))
  }
})

test('a mirror keeps its tenant key', () => {
  const workspaces = mirror('workspaces', { id: column.id('org') }, { tenantKey: 'id' })
  assert.equal(workspaces.tenantKey, 'id')
  assert.ok(Object.isFrozen(workspaces))
})
