import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { definePlugin, Notifications, type Notification, type NotificationOutcome, type Wording } from '@host/plugin'
import { addTransport, openSendLab, startPeer } from '../testing/send-lab.ts'

/** A plugin that keeps notifications. */
function keeping() {
  const seen: (Notification | NotificationOutcome)[] = []
  const plugin = definePlugin({
    name: 'keeping',
    info: { title: 'Keeping', description: 'Keeps notifications', icon: 'bell', category: 'Tests', api: '^1' },
    models: [],
    mount(_mux, ctx) {
      ctx.provide(Notifications, { notify: async (_plugin, notification) => void seen.push(notification) })
    },
  })
  const titles = () => seen.map((each) => ('title' in each ? english(each.title) : ''))
  return { plugin, seen, titles }
}

const english = (wording: Wording): string => (typeof wording === 'string' ? wording : wording.en)

suite('what the sender is notified of', () => {
  test('send failure tells: a recipient that was refused, and a message that waits for four hours, once', async (context) => {
    const { plugin, seen, titles } = keeping()
    const peer = await startPeer(context, {
      onRecipient: (_session, address) =>
        address.startsWith('none@')
          ? { code: 550, enhanced: '5.1.1', text: 'Unknown' }
          : { code: 451, enhanced: '4.3.0', text: 'Later' },
    })
    const lab = await openSendLab(context, { others: [plugin] })
    await addTransport(lab, peer)
    const id = await lab.send({ to: ['none@peer.example', 'ada@peer.example'] })
    await lab.host.settleJobs()
    assert.deepEqual(titles(), ['An email was not delivered'])
    const [first] = seen
    assert.ok(first !== undefined && 'to' in first)
    assert.deepEqual(first.to, { orgId: lab.host.workspaces.here, userId: lab.host.userIds.owner })
    assert.equal(first.path, `/mail/log/${id}`)
    assert.match(english(first.body ?? ''), /“Hello” to none@peer\.example\./)
    for (let hour = 0; hour < 12; hour += 1) {
      lab.host.clock.advance({ hours: 1 })
      await lab.host.settleJobs()
    }
    assert.deepEqual(titles(), ['An email was not delivered', 'An email is delayed'])
  })
})
