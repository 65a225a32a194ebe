import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePattern } from '@host/plugin/platform'
import { deriveAction } from './derive-action.ts'

const actions: Readonly<Record<string, string>> = {
  'POST /api/x/notes/notes': 'note.created',
  'PUT /api/x/notes/notes/{id}': 'note.changed',
  'PATCH /api/x/notes/notes/{id}': 'note.changed',
  'DELETE /api/x/notes/notes/{id}': 'note.deleted',
  'GET /api/x/notes/notes/{id}': 'note.read',
  'POST /api/x/notes/notes/{id}/archive': 'note.archived',
  'POST /api/x/notes/notes/{id}/comments': 'comment.created',
  'DELETE /api/x/notes/notes/{id}/comments/{comment}': 'comment.deleted',
  'POST /api/x/notes/notes/import': 'note.imported',
  'POST /api/x/mail/send': 'mail.sent',
  'POST /api/x/mail/{$}': 'mail.created',
  'PUT /api/x/links/link-colours/{id}': 'link_colour.changed',
  'PUT /api/x/links/theme': 'theme.changed',
  'POST /api/instance/users': 'user.created',
  'POST /api/workspaces/{id}/leave': 'workspace.left',
  'POST /api/domains/{id}/verify': 'domain.verified',
  'POST /api/jobs/{id}/stop': 'job.stopped',
  'POST /api/jobs/{id}/retry': 'job.retried',
  'POST /api/tokens/{id}/rotate': 'token.rotated',
  'POST /api/x/shop/addresses': 'address.created',
  'POST /api/x/shop/boxes': 'box.created',
  'POST /api/x/shop/categories': 'category.created',
  'PUT /api/x/shop/status': 'status.changed',
  'PUT /api/x/shop/analysis': 'analysis.changed',
  'POST /api/x/shop/orders/{id}/{rest...}': 'order.created',
  'DELETE /hook/2fa': 'of_2fa.deleted',
  'POST /': 'host.created',
}

test('a pattern implies the action of its calls', () => {
  const derived = Object.keys(actions).map((pattern) => [pattern, deriveAction(parsePattern(pattern))])
  assert.deepEqual(Object.fromEntries(derived), actions)
})
