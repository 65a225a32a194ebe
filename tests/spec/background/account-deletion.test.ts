import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { definePlugin, defineSettings } from '@host/plugin'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { editionTemplate } from '../lab/edition-template.ts'
import { emailOf, password } from '../lab/people.ts'
import { startSpecHost } from '../lab/spec-host.ts'

const info = { title: 'T', description: 'D', icon: 'bell', category: 'Work', api: '^1' } as const
const told: string[] = []

/** Stores personal data, and is notified when an account is deleted. */
const diary = definePlugin({
  name: 'diary',
  info,
  models: [],
  settings: {
    user: defineSettings({
      id: 'diary',
      title: 'Diary',
      schema: z.strictObject({ motto: z._default(z.string(), '') }),
      toJSONSchema: z.toJSONSchema,
    }),
  },
  mount() {},
  accountDeleted: (_, userId) => void told.push(userId),
})

/** Fails, or never ends. */
const careless = (name: string, accountDeleted: () => Promise<void>) =>
  definePlugin({ name, info, models: [], mount() {}, accountDeleted })

const throwing = careless('throwing', () => Promise.reject(new Error('planted in a hook')))

const digest = { every: 'never', hour: 8, weekday: 1 }
const wishes = { timeZone: 'UTC', quietHours: null, digest, choices: [] }

for (const product of testDatabases) {
  test(`${product.dialect}: deleting an account removes its personal data, even if one plugin fails`, async () => {
    await using database = await product.create(editionTemplate())
    await using host = await startSpecHost({ at: database, plugins: [throwing, diary] })
    const { cleo } = await host.people()
    const { user } = (await cleo.get<{ user: { id: string } }>('/api/auth/me')).body
    const look = {
      theme: 'dark',
      language: 'zh',
      density: 'compact',
      motion: 'reduced',
      timeZone: null,
      shortcuts: true,
    }
    const put = async (path: string, body: object) => (await cleo.send('PUT', path, { body })).status
    assert.deepEqual(
      [await put('/api/user/settings', look), await put('/api/user/settings/diary', { values: { motto: 'calm' } })],
      [200, 200],
    )
    const view = { page: '/members', name: 'Mine', query: 'role=admin', isShared: false }
    assert.equal((await cleo.post('/api/views', view)).status, 201)
    const slack = { kind: 'slack', name: 'Mine', fields: { url: 'https://hooks.example/T0' } }
    assert.equal((await cleo.post('/api/notifications/channels', slack)).status, 201)
    assert.equal(await put('/api/notifications/preferences', wishes), 200)
    const opened = await database.open({ isExclusive: false })
    await opened.run({
      sql: `insert into notifications_notices
        (id, org_id, user_id, category, is_urgent, title, told_by, in_inbox, waits_for_digest, created_at)
        values ('ntc_1', 'instance', '${user.id}', 'jobs.paused', false, '{"en":"a","zh":"b"}', 'job_1', true, false,
          '2026-01-01T00:00:00.000Z')`,
      parameters: [],
      writes: true,
    })
    const rows = async (table: string, column: string): Promise<number> => {
      const sql = `select count(*) as many from "${table}" where "${column}" = '${user.id}'`
      const [row] = (await opened.run({ sql, parameters: [], writes: false })).rows
      return Number(row?.['many'])
    }
    const counts = () =>
      Promise.all([
        rows('settings_of_users', 'user_id'),
        rows('host_settings', 'owner'),
        rows('views_views', 'user_id'),
        rows('notifications_channels', 'user_id'),
        rows('notifications_people', 'user_id'),
        rows('notifications_notices', 'user_id'),
      ])
    assert.deepEqual(await counts(), [1, 1, 1, 1, 1, 1])
    await cleo.post('/api/auth/reauthenticate', { password })
    assert.equal((await cleo.post('/api/auth/account/delete', { email: emailOf('cleo') })).status, 204)
    assert.deepEqual(await counts(), [0, 0, 0, 0, 0, 0])
    assert.equal(told.at(-1), user.id)
    assert.ok(
      host.log.some((line) => line['plugin'] === 'throwing' && JSON.stringify(line).includes('planted in a hook')),
    )
  })
}
