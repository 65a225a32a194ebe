import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestHost } from '@host/testing'
import { Readiness } from '@host/plugin/platform'
import * as shared from '../shared.ts'
import { plugin } from './index.ts'

const { listBackups, startBackup, startDrill } = shared

test('without HOST_BACKUP nothing starts, and the readiness leads to the setup, in both languages', async () => {
  await using host = await createTestHost({ plugins: [plugin] })
  const admin = host.as('instanceAdmin')
  const { place, schedules, items } = await admin.call(listBackups)
  assert.deepEqual([place, schedules, items], [null, null, []])
  for (const endpoint of [startBackup, startDrill]) await assert.rejects(admin.call(endpoint), { code: 'conflict' })
  const conditions = async (language: 'en' | 'zh') =>
    (await host.service(Readiness).items(language)).map(({ state, reason, fix, path }) => [state, reason, fix, path])
  assert.deepEqual(await conditions('en'), [
    ['warn', 'The host makes no backups by itself.', 'Open Backups for the setup.', '/backups'],
  ])
  assert.deepEqual(await conditions('zh'), [['warn', '系统不会自动备份。', '请打开备份页面进行设置。', '/backups']])
})

test('only instance admins see and start backups', async () => {
  await using host = await createTestHost({ plugins: [plugin] })
  for (const endpoint of [listBackups, startBackup, startDrill]) {
    await assert.rejects(host.as('owner').call(endpoint), { code: 'forbidden' })
    await assert.rejects(host.as('anonymous').call(endpoint), { code: 'unauthenticated' })
  }
})

test('each endpoint that starts a backup or changes a restore asks for a fresh proof, and none gives a backup out', () => {
  const endpoints = Object.values(shared).filter((each) => typeof each === 'object' && 'pattern' in each)
  const proofs = endpoints.map(({ pattern, audience, session }) => [pattern, audience, session ?? 'any'].join(' '))
  assert.deepEqual(proofs.toSorted(), [
    // A list of runs, without their content.
    'GET /api/instance/backups instance any',
    'POST /api/instance/backup instance recent',
    // It restores where it changes nothing, and gives nothing out.
    'POST /api/instance/backups/drill instance required',
    'POST /api/instance/backups/release instance recent',
  ])
})
