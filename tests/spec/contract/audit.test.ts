import assert from 'node:assert/strict'
import { test } from 'node:test'
import { column, definePlugin, endpointsWith, model, Problem } from '@host/plugin'
import type { AuditRecord } from '@host/plugin/platform'
import * as z from 'zod/mini'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { infoOf } from '../lab/plugins.ts'
import { startSpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'

const defineEndpoint = endpointsWith(z.toJSONSchema)
const Song = model('songs_songs', { id: column.id('sng'), org_id: column.org(), title: column.text({ max: 200 }) })
const Id = z.object({ id: z.string() })

const addSong = defineEndpoint({
  pattern: 'POST /api/x/songs/songs',
  input: z.object({ title: z.string(), licenceKey: z.optional(z.string()) }),
  output: Id,
  status: 201,
  summary: 'Add a song',
})
const renameSong = defineEndpoint({
  pattern: 'PATCH /api/x/songs/songs/{id}',
  input: z.object({ title: z.string() }),
  output: Id,
  summary: 'Rename a song',
})

const songs = definePlugin({
  name: 'songs',
  info: infoOf('Songs'),
  models: [Song],
  mount(mux, ctx) {
    mux.endpoint(addSong, async ({ db, input: { title } }) => {
      if (title === '') throw new Problem('conflict')
      return db.insertInto('songs_songs').values({ title }).returning('id').executeTakeFirstOrThrow()
    })
    mux.endpoint(renameSong, async ({ db, audit, params: { id }, input: { title } }) => {
      const before = await db.selectFrom('songs_songs').select('title').where('id', '=', id).executeTakeFirst()
      if (before === undefined) throw new Problem('not_found')
      audit.describe({ before })
      await db.updateTable('songs_songs').set({ title }).where('id', '=', id).execute()
      return { id }
    })
    mux.handle(
      'POST /api/x/songs/play',
      ctx.guard(async ({ audit }) => {
        await audit.record({ action: 'song.played', target: 'song:all', after: { volume: 3, apiToken: 'open sesame' } })
        return new Response(null, { status: 204 })
      }),
    )
    mux.handle(
      'POST /api/x/songs/rest',
      ctx.guard(async ({ orgId }) => {
        await ctx.audit.record({ orgId, actor: { kind: 'host' }, action: 'song.rested' })
        return new Response(null, { status: 204 })
      }),
    )
  },
})

for (const database of testDatabases) {
  test(`${database.dialect}: §2.21 every change of a typed endpoint is in the audit log, with actor, action, before and after`, async () => {
    await using host = await startSpecHost({ database, plugins: [songs] })
    const { ada, ben, cleo, dora } = await host.people()
    const { body } = await cleo.post<{ id: string }>('/api/x/songs/songs', { title: 'Sea', licenceKey: 'open sesame' })
    await cleo.send('PATCH', `/api/x/songs/songs/${body.id}`, { body: { title: 'Lake' } })
    for (const title of ['', 3]) await cleo.post('/api/x/songs/songs', { title })
    await cleo.send('PATCH', '/api/x/songs/songs/sng_none', { body: { title: 'Lake' } })
    const [added, renamed, ...others] = await entriesOf(ben, 'song')
    assert.deepEqual(others, [])
    assert.deepEqual(
      [added?.action, added?.actor.name, added?.target, added?.before, added?.after],
      ['song.created', 'cleo', `song:${body.id}`, null, { title: 'Sea', licenceKey: '[secret]' }],
    )
    assert.deepEqual(
      [renamed?.action, renamed?.target, renamed?.before, renamed?.after],
      ['song.changed', `song:${body.id}`, { title: 'Sea' }, { title: 'Lake' }],
    )
    for (const entry of [added, renamed]) {
      assert.match(entry?.address ?? '', /^(?:127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/)
      assert.ok(entry?.requestId && entry.userAgent && Math.abs(Date.parse(entry.at) - Date.now()) < 60_000)
    }
    assert.deepEqual(await entriesOf(dora, 'song'), [])
    assert.deepEqual([(await cleo.get('/api/audit')).status, (await ada.get('/api/audit')).status], [403, 200])
  })

  test(`${database.dialect}: §2.21 a plugin writes more entries, in a caller's name and in its own, and no secret is kept`, async () => {
    await using host = await startSpecHost({ database, plugins: [songs] })
    const { ben, cleo } = await host.people()
    for (const path of ['play', 'rest']) assert.equal((await cleo.post(`/api/x/songs/${path}`)).status, 204)
    const [played, rested] = await entriesOf(ben, 'song')
    assert.deepEqual(
      [played?.action, played?.actor.kind, played?.target, played?.after, played?.plugin],
      ['song.played', 'user', 'song:all', { volume: 3, apiToken: '[secret]' }, 'songs'],
    )
    assert.deepEqual([rested?.action, rested?.actor.kind, rested?.plugin], ['song.rested', 'host', 'songs'])
  })

  test(`${database.dialect}: §2.21 an entry names the API token that acted, and a filter finds the entries of one token`, async () => {
    await using host = await startSpecHost({ database, plugins: [songs] })
    const { ben, cleo } = await host.people()
    const ids: string[] = []
    for (const name of ['Backup', 'Sync']) {
      const { body } = await cleo.post<{ id: string; token: string }>('/api/tokens', { name, scopes: ['songs.write'] })
      const headers = { authorization: `Bearer ${body.token}` }
      ids.push(body.id)
      const added = await host.visitor().send('POST', '/api/x/songs/songs', { body: { title: name }, headers })
      const played = await host.visitor().send('POST', '/api/x/songs/play', { headers })
      assert.deepEqual([added.status, played.status], [201, 204])
    }
    const actors = (await entriesOf(ben, 'song')).map(({ actor }) => [actor.name, actor.tokenId, actor.tokenName])
    const acted = (index: number, name: string) => Array.from({ length: 2 }, () => ['cleo', ids[index], name])
    assert.deepEqual(actors, [...acted(0, 'Backup'), ...acted(1, 'Sync')])
    const ofOne = await ben.get<{ items: AuditRecord[] }>(`/api/audit?actor=${ids[1]}`)
    assert.deepEqual(
      ofOne.body.items.map(({ action, actor }) => [action, actor.tokenId]),
      [
        ['song.played', ids[1]],
        ['song.created', ids[1]],
      ],
    )
  })
}

test('§2.21 an action that is not a noun.verb refuses the start', async () => {
  const shouting = definePlugin({
    name: 'shouting',
    info: infoOf('Shouting'),
    models: [],
    mount(mux) {
      const shout = {
        pattern: 'POST /api/x/shouting/all',
        input: Id,
        output: Id,
        summary: 'Shout',
        audit: 'LOUD!',
      } as const
      mux.endpoint(defineEndpoint(shout), ({ input }) => input)
    },
  })
  await assert.rejects(startSpecHost({ plugins: [shouting] }), /POST \/api\/x\/shouting\/all.*"noun\.verb".*"LOUD!"/)
})

/** The entries about a noun as an admin reads them, the oldest first. */
async function entriesOf(admin: Visitor, noun: string): Promise<readonly AuditRecord[]> {
  const { status, body } = await admin.get<AuditRecord[]>(`/api/audit/export?format=json&action=${noun}`)
  assert.equal(status, 200)
  return body.toReversed()
}
