import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { askServer, decodeMessage, DnsError, encodeMessage, readTsigKey, sendUpdate, transferZone } from '../index.ts'
import { readFrames } from '../client/read-frames.ts'
import { frame } from '../testing/hostile-server.ts'
import { queryFor, servedZoneFile, servedZones } from '../testing/served-zone-file.ts'
import { DnsServer, type DnsServerOptions } from './dns-server.ts'
import { listenError } from './listen-error.ts'

const zoneText = (serial: number): string => `$TTL 60
@ IN SOA ns a ${serial} 3600 600 86400 300
@ NS ns
ns A 192.0.2.1
big TXT ${Array.from({ length: 40 }, (_, index) => `"${index}${'x'.repeat(240)}"`).join(' ')}
`
const zone = 'example.'
const isAllowedAddress = (): boolean => true

async function start(t: TestContext, options: Partial<DnsServerOptions> = {}) {
  const zones = servedZones(servedZoneFile(zone, zoneText(1)))
  const server = await DnsServer.start({
    zones,
    listen: [{ address: '127.0.0.1', port: 0 }],
    onError: (error) => assert.fail(String(error)),
    ...options,
  })
  t.after(() => server.stop())
  const [place] = server.addresses
  assert.ok(place)
  return { ...place, server, zones, isAllowedAddress }
}

async function open(t: TestContext, { port, address }: { port: number; address: string }): Promise<Socket> {
  const socket = connect({ port, host: address, allowHalfOpen: true })
  t.after(() => socket.destroy())
  await once(socket, 'connect')
  return socket
}

test('a name is answered over UDP, and over TCP where the answer is long', async (t) => {
  const place = await start(t)
  const short = await askServer({ ...place, question: { name: 'ns.example.', type: 'A' } })
  assert.deepEqual(
    short.answers.map(({ data }) => data),
    ['192.0.2.1'],
  )
  const long = await askServer({ ...place, question: { name: 'big.example.', type: 'TXT' } })
  assert.ok((long.answers[0]?.data.length ?? 0) > 9_000)
})

test('a replaced zone is served from the next request on', async (t) => {
  const place = await start(t)
  const serial = async (): Promise<string | undefined> =>
    (await askServer({ ...place, question: { name: zone, type: 'SOA' } })).answers[0]?.data.split(' ')[2]
  assert.equal(await serial(), '1')
  place.zones.set(servedZoneFile(zone, zoneText(2)))
  assert.equal(await serial(), '2')
})

test('requests on one connection are answered in their order, in pieces or together, also after the client ended', async (t) => {
  const socket = await open(t, await start(t))
  const queries = ['ns.example.', 'none.example.', 'big.example.', 'example.'].map((name, id) =>
    frame(encodeMessage({ id, questions: [{ name, type: 'TXT', class: 'IN' }] })),
  )
  const bytes = Buffer.concat(queries)
  socket.write(bytes.subarray(0, 3))
  await sleep(5)
  socket.end(bytes.subarray(3))
  const ids = await Array.fromAsync(readFrames(socket), (answer) => decodeMessage(answer).id)
  assert.deepEqual(ids, [0, 1, 2, 3])
})

test('a message without an answer ends its connection, and packets without an answer get none', async (t) => {
  const place = await start(t)
  const socket = await open(t, place)
  socket.write(Buffer.concat([frame(queryFor(zone, 'SOA', { isResponse: true })), frame(queryFor(zone, 'SOA'))]))
  assert.equal((await socket.toArray()).length, 0)
  const udp = createSocket('udp4').bind(0, '127.0.0.1')
  t.after(() => udp.close())
  await once(udp, 'listening')
  const answers: number[] = []
  udp.on('message', (packet) => answers.push(decodeMessage(packet).id))
  udp.send(queryFor(zone, 'SOA', { id: 1, isResponse: true }), place.port, place.address)
  udp.send(Buffer.alloc(5), place.port, place.address)
  udp.send(queryFor(zone, 'SOA', { id: 3 }), place.port, place.address)
  await once(udp, 'message')
  assert.deepEqual(answers, [3])
})

test('equal answers over the limit are truncated or dropped', async (t) => {
  const place = await start(t, { rateLimits: { perSecond: 2, slip: 1 } })
  const udp = createSocket('udp4').bind(0, '127.0.0.1')
  t.after(() => udp.close())
  await once(udp, 'listening')
  const truncated: boolean[] = []
  for (let id = 0; id < 20; id += 1) {
    udp.send(queryFor('ns.example.', 'A', { id }), place.port, place.address)
    const [packet] = (await once(udp, 'message')) as [Buffer]
    truncated.push(decodeMessage(packet).isTruncated)
  }
  assert.ok(!truncated[0] && !truncated[1] && truncated.filter(Boolean).length > 10, truncated.join(' '))
})

test('connections without a complete request end', async (t) => {
  const place = await start(t, { tcp: { idleTimeout: 30 } })
  const socket = await open(t, place)
  const sending = setInterval(() => socket.write(Buffer.of(0xff)), 5)
  t.after(() => clearInterval(sending))
  socket.on('error', () => undefined).on('end', () => socket.end())
  await once(socket.resume(), 'close')
})

for (const limits of [{ maxConnections: 2 }, { maxConnectionsPerAddress: 2 }]) {
  test(`connections over ${Object.keys(limits).join()} end at once, and the others go on`, async (t) => {
    const place = await start(t, { tcp: limits })
    const answers = async (socket: Socket): Promise<boolean> => {
      socket.write(frame(queryFor(zone, 'SOA')))
      return await Promise.race([once(socket, 'data').then(() => true), once(socket, 'end').then(() => false)])
    }
    const [first, second] = [await open(t, place), await open(t, place)]
    assert.deepEqual([await answers(first), await answers(second)], [true, true])
    const third = await open(t, place)
    third.resume().on('error', () => undefined)
    third.once('end', () => third.end())
    await once(third, 'close')
    assert.equal(await answers(first), true)
    first.destroy()
    for (let isAccepted = false; !isAccepted;) {
      const next = await open(t, place)
      next.on('error', () => undefined)
      isAccepted = await answers(next).catch(() => false)
    }
  })
}

test('stopping closes idle connections at once and ends the others after their answer', async (t) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const key = readTsigKey({ name: 'k', algorithm: 'hmac-sha256', secret: 'AAAA' })
  const started = Promise.withResolvers<void>()
  const place = await start(t, {
    keyOf: () => key,
    grantsOf: () => [{ name: zone, covers: 'below', types: 'all' }],
    async applyUpdate() {
      started.resolve()
      await promise
    },
  })
  const idle = await open(t, place)
  const idleEnd = once(idle.resume(), 'close')
  idle.on('end', () => idle.end())
  const update = sendUpdate({ ...place, zone, tsig: key, updates: [{ action: 'deleteName', name: 'ns.example.' }] })
  await started.promise
  const stopped = place.server.stop()
  await idleEnd
  resolve()
  await Promise.all([update, stopped])
  await assert.rejects(askServer({ ...place, protocol: 'tcp', question: { name: zone, type: 'SOA' } }), DnsError)
})

test('a transfer ends whole while the zone is replaced, and a client that does not read holds nothing up', async (t) => {
  const hosts = Array.from({ length: 20_000 }, (_, index) => `host-${index} TXT "number ${index}"\n`).join('')
  const place = await start(t, { mayTransfer: () => true })
  place.zones.set(servedZoneFile(zone, zoneText(1) + hosts))
  const slow = await open(t, place)
  slow.pause().write(frame(queryFor(zone, 'AXFR')))
  let count = 0
  for await (const record of transferZone({ ...place, zone, maxRecords: 30_000, maxBytes: 1e7 })) {
    if (count === 0) place.zones.set(servedZoneFile(zone, zoneText(2)))
    assert.ok(record.type !== 'SOA' || record.data.split(' ')[2] === '1')
    count += 1
  }
  assert.equal(count, 20_004)
})

test('an address in use, of another machine, or a name is an error with a sentence, and nothing is left open', async (t) => {
  const place = await start(t)
  const refused = async (...listen: { address: string; port: number }[]): Promise<string> =>
    await start(t, { listen }).then(
      () => 'none',
      (error: unknown) => (error instanceof DnsError ? error.message : String(error)),
    )
  const taken = { address: '127.0.0.1', port: place.port }
  const free = await start(t)
  await free.server.stop()
  const inUse = `The DNS server can't listen on 127.0.0.1:${place.port} (EADDRINUSE). Another program uses this address and port;`
  const message = await refused({ address: '127.0.0.1', port: free.port }, taken)
  assert.ok(message.startsWith(inUse), message)
  assert.equal(await refused({ address: '127.0.0.1', port: free.port }), 'none')
  assert.match(
    await refused({ address: '192.0.2.1', port: 0 }),
    /\(EADDRNOTAVAIL\)\. This machine doesn't have the address; /,
  )
})

test('the error of an address has the code, the cause and the fix', () => {
  const text = (code: string, port = 53): string =>
    listenError(Object.assign(new Error(code), { code }), { address: '::', port }).message
  assert.match(text('EACCES', 853), /\[::\]:853 \(EACCES\)\. .*ip_unprivileged_port_start=853.*CAP_NET_BIND_SERVICE/)
  assert.match(text('EADDRINUSE'), /\(EADDRINUSE\)\. .*systemd-resolved \(set DNSStubListener=no/)
  assert.doesNotMatch(text('EADDRINUSE', 5353), /systemd/)
  assert.match(text('EAFNOSUPPORT'), /\(EAFNOSUPPORT\)\. .*IPv4/)
  assert.match(text('EMFILE'), /\(EMFILE\)\. The system refused it\.$/)
})
