import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { defineEndpoint, nothing, type AnyPlugin } from '@host/plugin'
import { problemsOf, routesPlugin } from '../../../testing/plain-plugins.ts'

const tidy = {
  pattern: 'POST /api/x/notes/tidy',
  input: z.strictObject({ by: z.optional(z.string().check(z.maxLength(100))) }),
  output: nothing,
  summary: 'Tidy the notes',
  action: { label: 'Tidy' },
  toJSONSchema: z.toJSONSchema,
}

function offering(more: object): AnyPlugin {
  const define = defineEndpoint as (options: object) => unknown
  return {
    ...routesPlugin('notes'),
    mount(mux: { endpoint(...values: unknown[]): void }) {
      mux.endpoint(define({ ...tidy, ...more }), () => undefined)
    },
  }
}

const asking = /the palette cannot ask for its input/
for (const [what, more, said] of [
  ['what is required in its input', { input: z.strictObject({ by: z.string() }) }, asking],
  ['a wildcard', { pattern: 'POST /api/x/notes/notes/{id}/tidy' }, asking],
  ['a reading endpoint', { pattern: 'GET /api/x/notes/tidy' }, /must be a POST, PUT, or PATCH/],
  ['a deletion', { pattern: 'DELETE /api/x/notes/tidy' }, /must be a POST, PUT, or PATCH/],
  ['an endpoint for everybody', { audience: 'public' }, /only runs workspace actions/],
  ['no label', { action: { label: ' ' } }, /has no label/],
] as const) {
  test(`§A79 an action with ${what} refuses the start with a sentence`, async (context) => {
    const [problem = '', ...others] = await problemsOf(context, [offering(more)])
    assert.match(problem, /^Plugin "notes" can't offer "[A-Z]+ \/api\/x\/notes\/[^"]+" in the palette: /)
    assert.match(problem, said)
    assert.deepEqual(others, [])
  })
}

test('§A79 an action that takes nothing, or nothing that is required, is none of a problem', async (context) => {
  assert.deepEqual(await problemsOf(context, [offering({ input: nothing })]), [])
})
