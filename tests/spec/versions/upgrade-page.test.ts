/** The report of a checked upgrade, as the console reads it. */
import assert from 'node:assert/strict'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createLog, readConfig, storeUpgradeCheck, withOfflineDatabase } from '@host/host'
import type { UpgradeCheck } from '@host/plugin/platform'
import { createTestHost } from '@host/testing'
import { readBuild, readUpgradeCheck } from '../../../plugins/instance/shared.ts'
import { plugin as instance } from '../../../plugins/instance/server/index.ts'

const change = { kind: 'menu', name: 'users', change: 'removed', isBreaking: true } as const
const check: UpgradeCheck = {
  checkedAt: '2026-11-02T10:00:00.000Z',
  present: { version: '1.0.0', digest: 'present' },
  next: { version: '1.1.0', digest: 'next' },
  failure: null,
  database: { statements: 1, unsafe: [] },
  wayBack: null,
  added: ['maps'],
  removed: [],
  plugins: [{ plugin: 'instance', from: '1.0.0', to: '1.1.0', requiredVersion: '2.0.0', changes: [change] }],
  left: 0,
}

test('§A115 the last check is shown to instance admins, until another one or the checked build takes its place', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'host-upgrade-page-'))
  const environment = { HOST_DATABASE_URL: join(folder.path, 'host.db') }
  await using host = await createTestHost({ plugins: [instance], environment })
  const options = {
    config: readConfig(environment),
    log: createLog({ level: 'error', format: 'text', write: () => undefined }),
  }
  const store = (report: UpgradeCheck) =>
    withOfflineDatabase(options, (database) => storeUpgradeCheck(database, report))
  const admin = host.as('instanceAdmin')
  assert.equal((await admin.call(readUpgradeCheck)).check, null)
  await store(check)
  for (const person of ['owner', 'admin', 'member'] as const) {
    assert.equal((await host.as(person).get('/api/instance/upgrade-check')).status, 403)
  }
  const { check: shown } = await admin.call(readUpgradeCheck)
  assert.deepEqual(shown, {
    checkedAt: check.checkedAt,
    present: '1.0.0',
    next: '1.1.0',
    isInstalled: false,
    failure: null,
    statements: 1,
    unsafe: [],
    wayBack: null,
    added: ['maps'],
    removed: [],
    plugins: [
      { name: 'instance', title: 'Instance', from: '1.0.0', to: '1.1.0', requiredVersion: '2.0.0', changes: [change] },
    ],
    left: 0,
  })
  const { digest } = await admin.call(readBuild)
  await store({ ...check, next: { version: '1.2.0', digest }, plugins: null, database: null })
  const { check: installed } = await admin.call(readUpgradeCheck)
  assert.deepEqual(
    [installed?.next, installed?.isInstalled, installed?.plugins, installed?.statements],
    ['1.2.0', digest !== '', null, null],
  )
})
