import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSender } from '../../shared.ts'
import { domain } from '../testing/mail-lab.ts'
import { startNameServer } from '../testing/name-server.ts'
import { openSendLab } from '../testing/send-lab.ts'

test('a sending domain without its job, such as one of an imported workspace, gets another one', async (context) => {
  const { address } = await startNameServer(context, {})
  const { host, ctx } = await openSendLab(context, { environment: { HOST_DNS_RESOLVERS: address } })
  const { id } = await host.as('owner').call(createSender, { domain })
  await host.settleJobs()
  const db = ctx.db.inWorkspace(host.workspaces.here, 'take the job of a sending domain in a test')
  const job = async () =>
    (await db.selectFrom('mail_senders').select('job').where('id', '=', id).executeTakeFirst())?.job
  await db.updateTable('mail_senders').set({ job: null }).where('id', '=', id).execute()
  host.clock.advance({ hours: 1 })
  await host.settleJobs()
  const resumed = await job()
  assert.match(resumed ?? '', /^job_/)
  host.clock.advance({ hours: 1 })
  await host.settleJobs()
  assert.equal(await job(), resumed, 'one that waits keeps its job')
})
