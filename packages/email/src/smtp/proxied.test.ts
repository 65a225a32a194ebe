/** Connections of load balancers, over real sockets. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { SmtpServerOptions } from './options.ts'
import { ManualClock } from './testing/manual-clock.ts'
import { binaryHeader, textHeader } from './testing/proxy-headers.ts'
import { RawClient } from './testing/raw-client.ts'
import { openSmtpLab, until, type SmtpLab } from './testing/smtp-lab.ts'

const isProxy = (address: string): boolean => address === '127.0.0.1'
const message = 'EHLO a.example\r\nMAIL FROM:<a@example.org>\r\nRCPT TO:<b@example.com>\r\nDATA\r\nx\r\n.\r\nQUIT\r\n'
const rest = Buffer.from([192, 0, 2, 7, 198, 51, 100, 1, 0x9c, 0x40, 0, 25])

async function openLab(options: Partial<SmtpServerOptions> = {}): Promise<SmtpLab> {
  return await openSmtpLab({ isProxy, ...options })
}

suite('behind a load balancer', () => {
  const headers: readonly (readonly [name: string, header: string | Buffer, address: string])[] = [
    ['version 1', textHeader('192.0.2.7'), '192.0.2.7'],
    ['version 2', binaryHeader({ family: 0x11, rest }), '192.0.2.7'],
    ['UNKNOWN', 'PROXY UNKNOWN\r\n', '127.0.0.1'],
    ['LOCAL', binaryHeader({ command: 0x20, family: 0x00 }), '127.0.0.1'],
  ]
  for (const [name, header, address] of headers) {
    test(`a header (${name}), whole or byte by byte, is read, and the client is ${address}`, async () => {
      await using lab = await openLab()
      const bytes = Buffer.from(header as string, 'latin1')
      for (const pieces of [[bytes], Array.from(bytes, (byte) => Uint8Array.of(byte))]) {
        const client = await RawClient.connect(lab.server.port)
        for (const piece of pieces) {
          client.send(piece)
          await new Promise((resolve) => setImmediate(resolve))
        }
        assert.deepEqual(await client.codes(1), ['220'])
        client.send(message)
        assert.equal((await client.rest()).at(-1), '221 2.0.0')
      }
      const peers = lab.messages.map(({ session }) => session.peer)
      assert.deepEqual(new Set(peers.map((peer) => peer.address)), new Set([address]))
      if (address === '192.0.2.7') assert.equal(peers[0]?.port, 40_000)
    })
  }

  test('a connection that begins otherwise is closed without an answer', async () => {
    await using lab = await openLab()
    for (const start of ['EHLO a.example\r\n', 'PROXY TCP4 a b 1 2\r\n', binaryHeader({ family: 0x55 })]) {
      const client = await RawClient.connect(lab.server.port)
      client.send(start)
      assert.deepEqual(await client.lines(), [])
    }
    const silent = await RawClient.connect(lab.server.port)
    silent.end()
    assert.deepEqual(await silent.lines(), [])
    assert.deepEqual([lab.server.connections, lab.errors], [0, []])
  })

  test('connections without a valid header are logged once a minute, with the count of the others', async () => {
    const clock = new ManualClock()
    const lines: unknown[] = []
    const log = { info: (_message: string, fields?: object) => void lines.push(fields), error: () => {} }
    await using lab = await openLab({ clock, log })
    const connect = async (): Promise<void> => {
      const client = await RawClient.connect(lab.server.port)
      client.send(`${'x'.repeat(100_000)}\r\n`)
      assert.deepEqual(await client.lines(), [])
    }
    for (let times = 0; times < 5; times += 1) await connect()
    clock.advance(60_000)
    await connect()
    assert.deepEqual(lines, [
      { address: '127.0.0.1', unlogged: 0 },
      { address: '127.0.0.1', unlogged: 4 },
    ])
  })

  test('a header that does not arrive within 5 seconds closes the connection', async () => {
    const clock = new ManualClock()
    await using lab = await openLab({ clock })
    const client = await RawClient.connect(lab.server.port)
    client.send('PROXY TCP4 192.0.2.7')
    await until(() => clock.pending === 1)
    clock.advance(5_000)
    assert.deepEqual(await client.lines(), [])
    assert.equal(clock.pending, 0)
  })

  test('limits count the client of the header, and connections without a header count in total', async () => {
    await using lab = await openLab({ limits: { networkConnections: 1, connections: 3 } })
    const connect = async (header: string): Promise<RawClient> => {
      const client = await RawClient.connect(lab.server.port)
      client.send(header)
      return client
    }
    const one = await connect(textHeader('192.0.2.7'))
    assert.deepEqual(await one.codes(1), ['220'])
    assert.deepEqual(await (await connect(textHeader('192.0.2.8'))).rest(), ['421 4.7.0'])
    const other = await connect(textHeader('203.0.113.1'))
    assert.deepEqual(await other.codes(1), ['220'])
    await connect('PROXY ')
    assert.deepEqual(await (await connect('')).lines(), [])
  })

  test('other addresses send no header, and the command PROXY is none of SMTP', async () => {
    await using lab = await openSmtpLab({ isProxy: (address) => address === '192.0.2.1' })
    const client = await lab.client()
    client.send(`${textHeader('203.0.113.1')}${message}`)
    assert.equal((await client.codes(1))[0], '500 5.5.1')
    assert.equal((await client.rest()).at(-1), '221 2.0.0')
    assert.equal(lab.messages[0]?.session.peer.address, '127.0.0.1')
  })

  test('a client that talks before its greeting is refused as without a load balancer', async () => {
    await using lab = await openLab()
    const client = await RawClient.connect(lab.server.port)
    client.send(`${textHeader('192.0.2.7')}${message}`)
    assert.deepEqual(await client.rest(), ['554 5.5.1'])
  })

  test('a server that stops waits for no header', async () => {
    const lab = await openLab()
    const client = await RawClient.connect(lab.server.port)
    client.send('PROXY ')
    await lab.server.stop(60_000)
    assert.deepEqual(await client.lines(), [])
  })
})
