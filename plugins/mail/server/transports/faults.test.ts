import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { suite, test } from 'node:test'
import { createTransport, listAttempts } from '../../shared.ts'
import { trusted } from '../testing/authority.ts'
import { startLoginPeer, type Login } from '../testing/login-peer.ts'
import { startNameServer } from '../testing/name-server.ts'
import { openSendLab, type SendLab } from '../testing/send-lab.ts'
import { timeouts } from './delivery-settings.ts'

const tls = trusted('peer.example')
const password = 'smtp-password-0123456789'

async function result(lab: SendLab, id: string) {
  const [recipient] = (await lab.details(id)).all
  const [attempt] = (await lab.host.as('owner').call(listAttempts, { id })).items
  return { state: recipient?.state, reply: recipient?.reply ?? '', transcript: attempt?.transcript ?? '' }
}

suite('a transport', () => {
  test('AUTH gone after TLS = failure with its reason: nothing is sent without a login, and all once it is back', async (context) => {
    let login: Login = 'not offered'
    const peer = await startLoginPeer(context, { tls, login: () => login })
    const { address } = await startNameServer(context, { 'A peer.example': '127.0.0.1' })
    const lab = await openSendLab(context, { environment: { HOST_DNS_RESOLVERS: address } })
    const server = { name: 'Peer', host: 'peer.example', port: peer.port, security: 'starttls' } as const
    await lab.host.as('owner').call(createTransport, { ...server, username: 'acme', password })
    const id = await lab.send()
    const cases = [
      ['not offered', /^450 4\.7\.0 The server does not offer a login/],
      ['lost', /^450 4\.4\.2 .*connection/i],
      ['refused', /^535 5\.7\.8 Credentials invalid/],
    ] as const
    for (const [at, [state, reason]] of cases.entries()) {
      login = state
      lab.host.clock.advance({ minutes: at === 0 ? 0 : 60 })
      await lab.host.settleJobs()
      const { state: now, reply, transcript } = await result(lab, id)
      assert.equal(now, 'deferred', state)
      assert.match(reply, reason)
      assert.ok(!/[>] MAIL/.test(transcript) && !transcript.includes(password), transcript)
    }
    assert.deepEqual([...new Set(peer.commands)].toSorted(), ['AUTH', 'EHLO', 'QUIT'])
    login = 'accepted'
    lab.host.clock.advance({ hours: 2 })
    await lab.host.settleJobs()
    assert.equal((await result(lab, id)).state, 'delivered')
  })

  test('implicit TLS whose handshake hangs ends at its deadline, and is tried again', async (context) => {
    context.mock.property(timeouts as { tls: number }, 'tls', 50)
    let connections = 0
    const silent = createServer((socket) => {
      connections += 1
      socket.on('error', () => {}).resume()
      context.after(() => socket.destroy())
    })
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    context.after(() => void silent.close())
    const lab = await openSendLab(context)
    const { port } = silent.address() as AddressInfo
    const server = { name: 'Silent', host: '127.0.0.1', port, security: 'implicit' } as const
    await lab.host.as('owner').call(createTransport, server)
    const id = await lab.send()
    for (const tries of [1, 2]) {
      await lab.host.settleJobs()
      const { state, reply } = await result(lab, id)
      assert.equal(state, 'deferred')
      assert.match(reply, /^450 4\.4\.2 /)
      assert.equal(connections, tries)
      lab.host.clock.advance({ minutes: 1 })
    }
  })
})
