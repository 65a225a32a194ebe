import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Exports } from '@host/plugin'
import { AuditLog, Workspaces, type AuditLogService } from '@host/plugin/platform'
import { createTestHost, type Person, type TestHost } from '@host/testing'
import {
  changeInstanceRetention,
  changeRetention,
  listEntries,
  listInstanceEntries,
  readActivity,
  readEntry,
  readInstanceActivity,
  readInstanceEntry,
  readInstanceRetention,
  readRetention,
} from '../shared.ts'
import { exportFile } from './export-entries.ts'
import { plugin } from './index.ts'

const open = () => createTestHost({ plugins: [plugin] })

const record = (host: TestHost, entry: Partial<Parameters<AuditLogService['record']>[0]>): Promise<void> =>
  host.service(AuditLog).record({
    orgId: host.workspaces.here,
    actor: { kind: 'user', id: host.userIds.owner },
    action: 'note.created',
    ...entry,
  })

test('admins read the log of their workspace, members do not, and other workspaces neither', async () => {
  await using host = await open()
  await record(host, { target: 'note:here' })
  const [entry] = (await host.as('admin').call(listEntries, { action: 'note' })).items
  assert.deepEqual([entry?.target, entry?.actor.name], ['note:here', 'Olive Owner'])
  const status = async (person: Person, path: string): Promise<number> => (await host.as(person).get(path)).status
  const paths = ['', '/export?format=csv', '/retention', `/entries/${entry?.id}`].map((path) => `/api/audit${path}`)
  for (const path of paths) {
    assert.deepEqual(
      [await status('anonymous', path), await status('member', path), await status('owner', path)],
      [401, 403, 200],
      path,
    )
  }
  assert.equal(await status('otherOwner', `/api/audit/entries/${entry?.id}`), 404)
  assert.deepEqual((await host.as('otherOwner').call(listEntries, { action: 'note' })).items, [])
  assert.doesNotMatch(await (await host.as('otherOwner').get('/api/audit/export?format=json')).text(), /note:here/)
})

test('the log of the instance is for instance admins', async () => {
  await using host = await open()
  for (const path of ['', '/export?format=json', '/retention'].map((each) => `/api/instance/audit${each}`)) {
    assert.deepEqual(
      [(await host.as('owner').get(path)).status, (await host.as('instanceAdmin').get(path)).status],
      [403, 200],
      path,
    )
  }
  const { items } = await host.as('instanceAdmin').call(listInstanceEntries, { action: 'user.created' })
  assert.equal(items.length, 4)
  const entry = await host.as('instanceAdmin').call(readInstanceEntry, { id: items[0]?.id ?? '' })
  assert.equal(typeof entry.after?.['email'], 'string')
})

test('an entry shows its changes, and their origin', async () => {
  await using host = await open()
  await host.as('owner').call(changeRetention, { days: 60 })
  const { items } = await host.as('admin').call(listEntries, { action: 'audit_log.retention_changed' })
  const entry = await host.as('admin').call(readEntry, { id: items[0]?.id ?? '' })
  assert.deepEqual(
    [entry.before, entry.after, entry.plugin, entry.endpoint],
    [{ days: 365 }, { days: 60 }, 'audit', 'PUT /api/audit/retention'],
  )
})

test('how long entries are kept is changed by an owner, within bounds', async () => {
  await using host = await open()
  assert.equal((await host.as('admin').put('/api/audit/retention', { days: 60 })).status, 403)
  for (const days of [29, 3_651, 30.5, '60']) {
    assert.equal((await host.as('owner').put('/api/audit/retention', { days })).status, 400)
  }
  assert.deepEqual(await host.as('owner').call(changeRetention, { days: 60 }), { days: 60 })
  await host.as('instanceAdmin').call(changeInstanceRetention, { days: 3_650 })
  assert.deepEqual(await host.as('admin').call(readRetention), { days: 60 })
  assert.deepEqual(await host.as('instanceAdmin').call(readInstanceRetention), { days: 3_650 })
})

test('a moment that no database keeps is refused by name', async () => {
  await using host = await open()
  for (const moment of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:00-23:59']) {
    for (const name of ['from', 'to']) {
      const answer = await host.as('admin').get(`/api/audit?${name}=${encodeURIComponent(moment)}`)
      const { errors } = (await answer.json()) as { errors: readonly { path: string }[] }
      assert.deepEqual([answer.status, errors.map(({ path }) => path)], [400, [name]])
    }
  }
})

test('a filter with a wrong time or an unknown name is refused, and one in another zone is understood', async () => {
  await using host = await open()
  await record(host, {})
  const { now } = host.clock
  for (const query of ['from=yesterday', 'who=me', 'limit=0', 'limit=201', 'format=csv']) {
    assert.equal((await host.as('admin').get(`/api/audit?${query}`)).status, 400, query)
  }
  const east = `${new Date(now() + 8 * 3_600_000 - 60_000).toISOString().slice(0, -1)}+08:00`
  const { items } = await host.as('admin').call(listEntries, { from: east, action: 'note' })
  assert.equal(items.length, 1)
})

test('an export holds the filtered entries, in both formats, and is logged itself', async () => {
  await using host = await open()
  for (let number = 0; number < 450; number += 1) await record(host, { target: `note:${number}`, after: { number } })
  await record(host, { action: 'book.created' })
  const answer = await host.as('admin').get('/api/audit/export?format=csv&action=note')
  assert.match(
    answer.headers.get('content-disposition') ?? '',
    /^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/,
  )
  assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
  const bytes = new Uint8Array(await answer.arrayBuffer())
  assert.deepEqual(bytes.slice(0, 3), Uint8Array.of(0xef, 0xbb, 0xbf))
  const lines = new TextDecoder().decode(bytes).trimEnd().split('\r\n')
  assert.equal(lines.length, 451)
  assert.match(lines[0] ?? '', /^time,action,actor_kind,actor_id,actor_name,target,before,after,/)
  assert.match(lines[1] ?? '', /note\.created,user,usr_\w+,Olive Owner,note:449,,"{""number"":449}",/)
  const exported = (await (await host.as('admin').get('/api/audit/export?format=json')).json()) as { action: string }[]
  assert.equal(exported.filter(({ action }) => action === 'note.created').length, 450)
  assert.deepEqual(await (await host.as('admin').get('/api/audit/export?format=json&action=none')).json(), [])
  const { items } = await host.as('admin').call(listEntries, { action: 'audit_log.exported' })
  const first = await host.as('admin').call(readEntry, { id: items.at(-1)?.id ?? '' })
  assert.deepEqual([items.length, first.after], [3, { format: 'csv', action: 'note' }])
})

test('an export that is too long for one file states the next step, before it begins', async () => {
  await using host = await open()
  const log = { ...host.service(AuditLog), count: async () => 100_001 }
  await assert.rejects(
    exportFile(
      { log, exports: host.service(Exports) },
      { orgId: host.workspaces.here, filter: {}, format: 'csv', now: new Date() },
    ),
    /More than 100,000 entries match/,
  )
})

test('admins see how much happened on each of the last days, and of the days before', async () => {
  await using host = await open()
  const before = await host.as('admin').call(readActivity, { days: 7, timeZone: 'Asia/Shanghai' })
  await record(host, {})
  await record(host, { orgId: host.workspaces.there })
  const after = await host.as('admin').call(readActivity, { days: 7, timeZone: 'Asia/Shanghai' })
  assert.equal(after.items.length, 7)
  assert.equal(after.items.at(-1)?.count, (before.items.at(-1)?.count ?? 0) + 1)
  assert.deepEqual([after.before, after.isCut], [0, false])
  assert.equal((await host.as('admin').call(readActivity)).items.length, 30)
  for (const query of ['days=91', 'days=0', 'timeZone=Mars/Olympus', 'timeZone=PST', 'timeZone=SystemV/EST5']) {
    assert.equal((await host.as('admin').get(`/api/audit/activity?${query}`)).status, 400)
  }
  assert.equal((await host.as('member').get('/api/audit/activity')).status, 403)
  assert.equal((await host.as('admin').get('/api/instance/audit/activity')).status, 403)
  assert.equal((await host.as('instanceAdmin').call(readInstanceActivity, { days: 7 })).items.length, 7)
})

test('names of users and browsers can not become formulas in an export', async () => {
  await using host = await open()
  const { here } = host.workspaces
  await host.service(Workspaces).rename({ orgId: here, actorId: host.userIds.owner }, '=HYPERLINK("http://evil.test")')
  await record(host, { target: '=cmd|calc' })
  const text = await (await host.as('admin').get('/api/audit/export?format=csv')).text()
  assert.doesNotMatch(text, /(?:^|,)"?=/m)
  assert.match(text, /,'=cmd\|calc,/)
})
