/** Whether emails can be sent, for the instance and for each workspace, as those who ask see it. */
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createTestHost, type TestHost } from '@host/testing'
import { plugin as account } from '../../../plugins/account/server/index.ts'
import { readSignInPolicy } from '../../../plugins/account/shared.ts'
import { plugin as mail } from '../../../plugins/mail/server/index.ts'
import { startNameServer } from '../../../plugins/mail/server/testing/name-server.ts'
import { startPeer } from '../../../plugins/mail/server/testing/send-lab.ts'
import { addForward, createMailbox, createTransport } from '../../../plugins/mail/shared.ts'
import { plugin as workspaces } from '../../../plugins/workspaces/server/index.ts'
import { inviteMembers } from '../../../plugins/workspaces/shared.ts'

async function openLab(context: TestContext, environment: Readonly<Record<string, string>> = {}): Promise<TestHost> {
  const host = await createTestHost({
    plugins: [mail, account, workspaces],
    environment: { HOST_PUBLIC_URL: 'http://host.test', HOST_SAFEHTTP_ALLOW: '127.0.0.1', ...environment },
  })
  context.after(() => host.close())
  await host.proveHost('acme.example')
  await host.proveHost('other.example', host.workspaces.there)
  return host
}

async function invited(host: TestHost, person: 'owner' | 'otherOwner') {
  const invitation = { emails: ['ada@peer.example'], role: 'member' as const }
  const [sent] = (await host.as(person).call(inviteMembers, invitation)).items
  return [sent?.isMailed, sent?.link === null]
}

async function forwards(host: TestHost, person: 'owner' | 'otherOwner', domain: string) {
  const { id } = await host.as(person).call(createMailbox, { address: `info@${domain}` })
  await host.as(person).call(addForward, { id, address: 'ada@peer.example' })
}

test('§2.23 a workspace with a server of its own sends the emails of plugins, and one without says that it can not', async (context) => {
  const peer = await startPeer(context)
  const host = await openLab(context)
  const server = { name: 'Own', host: '127.0.0.1', port: peer.server.port, security: 'none' } as const
  const { id } = await host.as('owner').call(createTransport, { ...server, systemFrom: 'noreply@acme.example' })
  assert.deepEqual(await invited(host, 'owner'), [true, true])
  await forwards(host, 'owner', 'acme.example')
  assert.deepEqual(await invited(host, 'otherOwner'), [false, false])
  await assert.rejects(forwards(host, 'otherOwner', 'other.example'), { code: 'service_unavailable' })
  await host.settleJobs()
  assert.equal(peer.accepted.length, 2)
  assert.ok(peer.accepted.every(({ text }) => /^From: noreply@acme\.example\r$/m.test(text)))
  assert.equal((await host.as('anonymous').call(readSignInPolicy, {})).canResetPassword, false)
  await host.switchFeature('mail', false)
  assert.deepEqual(await invited(host, 'owner'), [false, false], `the server ${id} belongs to the feature`)
})

test('§2.23 direct delivery with a sender sends the emails of workspaces and of the instance', async (context) => {
  const peer = await startPeer(context)
  const { address } = await startNameServer(context, {
    'MX peer.example': '10 peer.example',
    'A peer.example': '127.0.0.1',
  })
  const host = await openLab(context, {
    HOST_MAIL_DIRECT: `${peer.server.port}`,
    HOST_DNS_RESOLVERS: address,
    HOST_SMTP_FROM: 'Host <host@instance.example>',
  })
  assert.equal((await host.as('anonymous').call(readSignInPolicy, {})).canResetPassword, true)
  assert.deepEqual(await invited(host, 'owner'), [true, true])
  await host.switchFeature('mail', false)
  assert.deepEqual(await invited(host, 'owner'), [true, true])
  await host.settleJobs()
  assert.equal(peer.accepted.length, 2)
  assert.ok(peer.accepted.every(({ text }) => /^From: Host <host@instance\.example>\r$/m.test(text)))
})
