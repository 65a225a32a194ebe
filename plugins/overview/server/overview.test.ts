import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin } from '@host/plugin'
import { Workspaces } from '@host/plugin/platform'
import { createTestHost } from '@host/testing'
import { dismissChecklist, readChecklist } from '../shared.ts'
import { plugin } from './index.ts'

const step = { id: 'write', title: 'Write a note', path: '/notes', done: false }

/** A plugin with a first step. @param asked called when the step is requested */
const notes = (asked: () => void = () => undefined) =>
  definePlugin({
    name: 'notes',
    info: { title: 'T', description: 'D', icon: 'puzzle', category: 'Work', api: '^1' },
    models: [],
    checklist: async () => {
      asked()
      return [step]
    },
    mount() {},
  })

const open = (asked?: () => void) => createTestHost({ plugins: [plugin, notes(asked)] })
const samples = { canAdd: false, records: 0 }
const full = { items: [{ ...step, plugin: 'notes' }], isDismissed: false, samples }

test('the first steps are those that the plugins of the workspace name', async () => {
  await using host = await open()
  assert.deepEqual(await host.as('member').call(readChecklist), full)
  await host.switchFeature('notes', false)
  assert.deepEqual(await host.as('member').call(readChecklist), { items: [], isDismissed: false, samples })
  assert.equal((await host.as('anonymous').get('/api/checklist')).status, 401)
})

test('a person puts them away for themselves in one workspace, and brings them back', async () => {
  let asked = 0
  await using host = await open(() => void asked++)
  const member = host.as('member')
  await member.call(dismissChecklist, { isDismissed: true })
  await member.call(dismissChecklist, { isDismissed: true })
  assert.deepEqual(await member.call(readChecklist), { items: [], isDismissed: true, samples })
  assert.equal(asked, 0, 'no plugin is asked for what nobody sees')
  assert.deepEqual(await host.as('owner').call(readChecklist), full)
  assert.deepEqual(await host.as('otherOwner').call(readChecklist), full)
  await member.call(dismissChecklist, { isDismissed: false })
  assert.deepEqual(await member.call(readChecklist), full)
})

test('a member who leaves and returns starts over', async () => {
  await using host = await open()
  const place = { orgId: host.workspaces.here, actorId: host.userIds.owner }
  await host.as('member').call(dismissChecklist, { isDismissed: true })
  await host.service(Workspaces).removeMember({ ...place, userId: host.userIds.member })
  await host.service(Workspaces).addMember(place, { email: 'member@host.test', role: 'member' })
  await host.as('member').signIn()
  assert.deepEqual(await host.as('member').call(readChecklist), full)
})
