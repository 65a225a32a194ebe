import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSender } from '@host/email'
import { Mail } from '@host/plugin'
import { createSender, readSender } from '../../shared.ts'
import { domain } from '../testing/mail-lab.ts'
import { startNameServer } from '../testing/name-server.ts'
import { openSendLab, startPeer, type SendLab } from '../testing/send-lab.ts'

const signal = new AbortController().signal

/** Sets the domain of the workspace up, as if its records were served. @returns them */
async function startSigning({ host, ctx }: SendLab): Promise<ReadonlyMap<string, readonly string[]>> {
  const { id } = await host.as('owner').call(createSender, { domain })
  const { records } = await host.as('owner').call(readSender, { id })
  const db = ctx.db.inWorkspace(host.workspaces.here, 'let keys sign in a test')
  await db.updateTable('mail_signing_keys').set({ stage: 'signing' }).where('sender_id', '=', id).execute()
  return new Map(records.map(({ name, values }) => [name, values]))
}

test('emails of the instance are signed with the keys of its domain, for every workspace', async (context) => {
  const peer = await startPeer(context)
  const { address } = await startNameServer(context, {
    'MX peer.example': '10 peer.example',
    'A peer.example': '127.0.0.1',
  })
  const lab = await openSendLab(context, {
    environment: {
      HOST_MAIL_DIRECT: `${peer.server.port}`,
      HOST_DNS_RESOLVERS: address,
      HOST_SMTP_FROM: `Host <host@${domain}>`,
    },
  })
  const service = lab.host.service(Mail)
  const { here, there } = lab.host.workspaces
  let sent = 0
  /** The results of the signatures of an email, as a receiver finds them. */
  const signed = async (orgId: string | undefined): Promise<readonly string[]> => {
    const mail = { to: ['ada@peer.example'], subject: 'Hello', text: 'Link', orgId }
    await service.send(mail, { id: `job_${(sent += 1)}`, signal })
    await lab.host.settleJobs()
    assert.equal(peer.accepted.length, sent)
    const { dkim } = await checkSender({
      bytes: Buffer.from(peer.accepted.at(-1)?.text ?? '', 'latin1'),
      peer: '192.0.2.1',
      helo: 'out.example',
      mailFrom: `host@${domain}`,
      lookup: async (name) => ({ kind: 'records', records: records.get(name) ?? [] }),
      now: new Date(lab.host.clock.now()),
      hostname: 'receiver.example',
    })
    return dkim.map((check) => `${check.result} ${check.domain}`)
  }
  let records: ReadonlyMap<string, readonly string[]> = new Map()
  for (const orgId of [undefined, here, there]) assert.deepEqual(await signed(orgId), [])
  records = await startSigning(lab)
  const both = [`pass ${domain}`, `pass ${domain}`]
  for (const orgId of [undefined, here, there]) assert.deepEqual(await signed(orgId), both)
})
