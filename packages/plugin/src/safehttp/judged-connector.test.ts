import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { startHostileLab } from '@host/testing/hostile-lab'
import type { buildConnector } from 'undici'
import { judgedConnector } from './judged-connector.ts'
import { loadUndici } from './load-undici.ts'
import { OutboundPolicy } from './outbound-policy.ts'
import { reasonOf } from './testing/reason-of.ts'
import { watchSockets } from './testing/watch-sockets.ts'

type Build = typeof buildConnector
type Wanted = Pick<buildConnector.Options, 'protocol' | 'hostname' | 'port'>

function connect(connector: buildConnector.connector, wanted: Wanted): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connector({ host: wanted.hostname, ...wanted }, (...[error, socket]) => {
      if (error === null) resolve(socket)
      else reject(error)
    })
  })
}

/** A listener that records received bytes. */
async function startEar(t: TestContext): Promise<{ readonly port: number; readonly heard: () => number }> {
  let bytes = 0
  const server = createServer((socket) =>
    socket.on('error', () => undefined).on('data', (piece) => (bytes += piece.length)),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return { port: (server.address() as AddressInfo).port, heard: () => bytes }
}

test('§8.2 a literal address is judged when the socket is opened, for which nothing is ever looked up', async () => {
  const { buildConnector: build } = await loadUndici()
  const connector = judgedConnector({ policy: new OutboundPolicy(), timeout: 1_000, build })
  using sockets = watchSockets()
  for (const hostname of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '169.254.169.254', 'fe80::1%lo', '0127.1']) {
    for (const protocol of ['http:', 'https:']) {
      const reason = await reasonOf(connect(connector, { protocol, hostname, port: '' }))
      assert.match(reason, /^(destination_not_allowed|name_not_found)$/, hostname)
    }
  }
  assert.equal(sockets.opened, 0)
})

test('§8.2 a socket that ends up elsewhere than was judged is cut before it says a word', async (t) => {
  await using lab = await startHostileLab()
  lab.names.set('moving.example', ['127.0.0.2'])
  const ear = await startEar(t)
  const { buildConnector: genuine } = await loadUndici()
  const lying: Build = (options) => {
    const inner = genuine({
      ...options,
      lookup: (_host, _all, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    })
    return (wanted, callback) => inner({ ...wanted, port: String(ear.port) }, callback)
  }
  const policy = new OutboundPolicy({ allow: '127.0.0.0/8', nameServers: [lab.names.address] })
  const connector = judgedConnector({ policy, timeout: 1_000, build: lying })
  for (const protocol of ['http:', 'https:']) {
    const wanted = { protocol, hostname: 'moving.example', port: String(ear.port) }
    assert.equal(await reasonOf(connect(connector, wanted)), 'destination_not_allowed')
  }
  assert.equal(ear.heard(), 0)
})

test('§8.2 the socket itself refuses non-public addresses, should the judged ones not be those it tries', async () => {
  await using lab = await startHostileLab()
  lab.names.set('moving.example', ['93.184.215.14', '2606:2800:21f:cb07::1'])
  const { buildConnector: genuine } = await loadUndici()
  const policy = new OutboundPolicy({ nameServers: [lab.names.address] })
  const answers = [lab.site.address, '::1', '::ffff:127.0.0.1', '169.254.169.254', '10.0.0.1', 'fd00::1']
  for (const address of answers) {
    const lying: Build = (options) =>
      genuine({
        ...options,
        lookup: (_host, _all, callback) => callback(null, [{ address, family: address.includes(':') ? 6 : 4 }]),
      })
    const connector = judgedConnector({ policy, timeout: 1_000, build: lying })
    const wanted = { protocol: 'https:', hostname: 'moving.example', port: String(lab.site.port) }
    await assert.rejects(connect(connector, wanted), { code: 'ERR_IP_BLOCKED' }, address)
  }
  assert.equal(lab.site.connections + lab.listener.connections, 0)
})

test('§8.2 the look-up that a socket gets knows the judged addresses and no name', async () => {
  await using lab = await startHostileLab()
  lab.names.set('moving.example', [lab.site.address], [lab.listener.address])
  const { buildConnector: build } = await loadUndici()
  const connector = judgedConnector({ policy: lab.outbound, timeout: 1_000, build })
  const wanted = { protocol: 'http:', hostname: 'moving.example', port: String(lab.site.port) }
  const socket = await connect(connector, wanted)
  assert.equal(socket.remoteAddress, lab.site.address)
  socket.destroy()
})
