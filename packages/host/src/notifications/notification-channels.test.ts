import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Outbound, type NotificationMessage } from '@host/plugin'
import { NotificationChannels } from '@host/plugin/platform'
import { labHost } from '../../testing/lab-host.ts'
import { plainPlugin } from '../../testing/plain-plugins.ts'

const message: NotificationMessage = { id: 'ntc_1', title: 'Hello', body: undefined, url: undefined, language: 'en' }

test('channels of plugins are asked once with services at hand, send in their frame, and a fault leaves the others', async (context) => {
  let asked = 0
  const { host } = await labHost(
    context,
    [
      plainPlugin('pager', {
        notificationChannels: (ctx: { lookup(token: unknown): unknown }) => {
          asked += 1
          assert.ok(ctx.lookup(Outbound))
          const send = async () => {
            throw new Error(`no line ${host.reportExit()}`)
          }
          return [{ id: 'pager', title: { en: 'Pager', zh: '寻呼机' }, icon: 'bell', fields: {}, secrets: [], send }]
        },
      }),
      plainPlugin('broken', {
        notificationChannels: () => {
          throw new Error('no channels today')
        },
      }),
    ],
    { environment: { HOST_PUBLIC_URL: 'https://host.example' } },
  )
  const channels = host.lookup(NotificationChannels)
  const [pager, ...others] = channels?.list() ?? []
  assert.deepEqual([pager?.id, others, asked, host.faultCount('broken')], ['pager', [], 1, 1])
  assert.equal(channels?.addressOf('/admin/notifications'), 'https://host.example/admin/notifications')
  await assert.rejects(async () => await pager?.send({}, message, new AbortController().signal), /no line true/)
})

test('an instance that knows no address of its own has none for its pages', async (context) => {
  const { host } = await labHost(context, [])
  assert.equal(host.lookup(NotificationChannels)?.addressOf('/admin'), undefined)
})
