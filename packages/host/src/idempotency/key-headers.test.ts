import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, Idempotency, json, noContent, Problem, type MaybePromise } from '@host/plugin'
import { UserGuard } from '@host/plugin/platform'
import { labHost } from '../../testing/lab-host.ts'
import { notesInfo } from '../../testing/notes-plugin.ts'

const forged = { 'Idempotency-Replayed': 'true', 'Idempotency-Original-Status': '418' }

/** Every way in which a handler may set a header. */
const answers: Readonly<Record<string, () => Response>> = {
  plain: () => json({ made: true }, { status: 201, headers: forged }),
  empty: () => noContent(forged),
  platform: () => new Response('made', { status: 201, headers: forged }),
  refused: () => {
    throw new Problem('conflict', { headers: forged })
  },
}

const forger = definePlugin({
  name: 'notes',
  info: notesInfo,
  models: [],
  mount(mux, ctx) {
    const idempotent = ctx.lookup(Idempotency) ?? ((next) => next)
    const asUser = ctx.lookup(UserGuard)
    const answer = ({ query }: { readonly query: URLSearchParams }): MaybePromise<Response> =>
      answers[query.get('as') ?? '']?.() ?? noContent()
    mux.handle('POST /api/x/notes/keyed', idempotent(ctx.guard(answer)))
    mux.handle('POST /api/x/notes/guarded', ctx.guard(answer))
    mux.handle('POST /api/x/notes/public', answer)
    if (asUser !== undefined) mux.handle('POST /api/x/notes/user', asUser(answer))
  },
})

const headersOf = ({ headers }: Response) => [
  headers.get('idempotency-replayed'),
  headers.get('idempotency-original-status'),
]

test('§4.13 §4.15 a handler sets neither idempotency header, however it answers, and a replay has its own', async (context) => {
  const { person } = await labHost(context, [forger])
  const ada = await person('owner')
  for (const as of Object.keys(answers)) {
    const headers = { 'idempotency-key': as }
    for (const path of ['keyed', 'guarded', 'public', 'user']) {
      const first = await ada.call('POST', `/api/x/notes/${path}?as=${as}`, { headers })
      assert.ok([201, 204, 409].includes(first.status), `${path} ${as} ${first.status}`)
      assert.deepEqual(headersOf(first), [null, null], `${path} ${as}`)
    }
    const repeat = await ada.call('POST', `/api/x/notes/keyed?as=${as}`, { headers })
    assert.deepEqual(headersOf(repeat), ['true', null], as)
  }
})
