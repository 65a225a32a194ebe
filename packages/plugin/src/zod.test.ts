import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { defineDownload, defineEvent, defineSettings } from './zod.ts'

test('an event and settings have the JSON Schema of their zod schemas', () => {
  const event = defineEvent({
    name: 'note.created',
    description: 'A note was written',
    data: z.object({ noteId: z.string() }),
    example: { noteId: 'note_1' },
  })
  assert.deepEqual(event.jsonSchema()['required'], ['noteId'])
  const section = defineSettings({
    id: 'alerts',
    title: 'Alerts',
    schema: z.strictObject({ on: z._default(z.boolean(), true) }),
  })
  assert.deepEqual(Object.keys(section.jsonSchema()['properties'] as object), ['on'])
})

test('a download takes nothing, belongs to a workspace, and documents its file', () => {
  const download = defineDownload({
    pattern: 'GET /api/x/notes/files/{id}/content',
    role: 'admin',
    summary: 'Download',
  })
  const { audience, role, answers, errors } = download
  assert.deepEqual([audience, role, errors], ['workspace', 'admin', []])
  assert.equal(answers?.[200]?.content?.type, 'application/octet-stream')
  assert.deepEqual(download.jsonSchema('input'), { type: 'null' })
})
