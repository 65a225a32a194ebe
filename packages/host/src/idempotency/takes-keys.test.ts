import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineEndpoint, definePlugin, Idempotency, json, nothing } from '@host/plugin'
import { UserGuard } from '@host/plugin/platform'
import { labHost } from '../../testing/lab-host.ts'
import { notesInfo } from '../../testing/notes-plugin.ts'

const shared = { input: nothing, output: nothing, audience: 'user', summary: 'Try' } as const
const kept = defineEndpoint({ ...shared, pattern: 'POST /api/x/notes/kept' })
const stated = defineEndpoint({ ...shared, pattern: 'POST /api/x/notes/stated', takesKey: false })
const cookie = () => json(null, { headers: { 'Set-Cookie': 'a=b' } })

function cookiePlugin(runs: string[]) {
  return definePlugin({
    name: 'notes',
    info: notesInfo,
    models: [],
    mount(mux, ctx) {
      mux.endpoint(kept, () => cookie())
      mux.endpoint(stated, () => {
        runs.push('stated')
        return cookie()
      })
      const idempotent = ctx.lookup(Idempotency) ?? ((next) => next)
      const forUsers = ctx.lookup(UserGuard)
      const raw = forUsers?.(({ userId }) => {
        runs.push('raw')
        return json({ userId })
      })
      if (raw !== undefined) mux.handle('POST /api/x/notes/raw', idempotent(raw))
    },
  })
}

test('§3.11 an answer that sets a cookie is refused unless its endpoint takes no key, which then ignores one', async (context) => {
  const runs: string[] = []
  const { person, log } = await labHost(context, [cookiePlugin(runs)])
  const ada = await person('member')
  const send = (name: string) => ada.call('POST', `/api/x/notes/${name}`, { headers: { 'idempotency-key': 'k' } })
  assert.equal((await send('kept')).status, 500)
  const faults = log.map((line) => (line['err'] instanceof Error ? line['err'].message : ''))
  assert.match(faults.join(), /sets a cookie, which a replay doesn't repeat; set takesKey: false/)
  for (const _ of [1, 2]) assert.equal((await send('stated')).headers.get('set-cookie'), 'a=b')
  assert.deepEqual(runs.splice(0), ['stated', 'stated'])
  const [first, repeat] = [await send('raw'), await send('raw')]
  assert.deepEqual([await repeat.json(), repeat.headers.get('idempotency-replayed')], [await first.json(), 'true'])
  assert.deepEqual(runs, ['raw'])
})
