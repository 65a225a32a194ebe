import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, Notifications, type Notification } from '@host/plugin'
import { setMailboxMembers } from '../../shared.ts'
import { openMailLab } from '../testing/mail-lab.ts'

test('members of a mailbox are notified when an admin names themselves, and the audit log shows it', async (context) => {
  const sent: unknown[] = []
  const notifying = definePlugin({
    name: 'notifying',
    info: { title: 'Notifying', description: 'Keeps notifications', icon: 'bell', category: 'Tests', api: '^1' },
    models: [],
    mount(_mux, ctx) {
      ctx.provide(Notifications, { notify: async (_plugin, notification) => void sent.push(notification) })
    },
  })
  const { host, mailbox } = await openMailLab(context, { others: [notifying] })
  const { owner, admin } = host.userIds
  const set = (userIds: string[]) => host.as('admin').call(setMailboxMembers, { id: mailbox.id, userIds })
  await set([owner, admin])
  const [first] = sent as Notification[]
  assert.deepEqual([sent.length, first?.to], [1, { orgId: host.workspaces.here, userId: owner }])
  assert.match(JSON.stringify(first?.body), /info@acme\.example/)
  await set([owner, admin])
  await set([owner])
  assert.equal(sent.length, 1, 'for new members only')
})
