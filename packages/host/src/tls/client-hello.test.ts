import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { test } from 'node:test'
import { connect, type ConnectionOptions } from 'node:tls'
import fc from 'fast-check'
import { readClientHello } from './client-hello.ts'

/** The first message that a client of Node sends. */
async function helloOf(options: ConnectionOptions): Promise<Buffer> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = connect({ port, host: '127.0.0.1', ...options }).on('error', () => undefined)
  const [socket] = (await once(server, 'connection')) as [Socket]
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  client.destroy()
  server.close()
  return bytes
}

/** The same message in records of a few bytes each. */
function inRecords(hello: Buffer, size: number): Buffer {
  const message = hello.subarray(5)
  const pieces = Array.from({ length: Math.ceil(message.length / size) }, (_, at) =>
    message.subarray(at * size, (at + 1) * size),
  )
  return Buffer.concat(pieces.flatMap((piece) => [Buffer.from([22, 3, 1, 0, piece.length]), piece]))
}

test('the name and the protocols of real clients are read, in one record and in many', async () => {
  const hello = await helloOf({ servername: 'go.example.com', ALPNProtocols: ['h2', 'http/1.1'] })
  const read = { serverName: 'go.example.com', protocols: ['h2', 'http/1.1'] }
  assert.deepEqual(readClientHello(hello), read)
  for (const size of [1, 3, 4, 100, 255]) assert.deepEqual(readClientHello(inRecords(hello, size)), read)
  const older = await helloOf({ servername: 'a.test', maxVersion: 'TLSv1.2' })
  assert.deepEqual(readClientHello(older), { serverName: 'a.test', protocols: [] })
  assert.deepEqual(readClientHello(await helloOf({})), { serverName: undefined, protocols: [] })
})

test('the beginning of a message calls for more of it, and other bytes for none', async () => {
  const hello = await helloOf({ servername: 'go.example.com' })
  for (const bytes of [hello, inRecords(hello, 100)]) {
    for (let length = 0; length < bytes.length; length += 1) {
      assert.equal(readClientHello(bytes.subarray(0, length)), 'more')
    }
  }
  for (const text of ['GET / HTTP/1.1', '\u0015', '\u0016\u0002', '\u0016\u0003\u0001\u0000\u0000']) {
    assert.equal(readClientHello(Buffer.from(text, 'latin1')), 'invalid', text)
  }
  const endless = Buffer.from([22, 3, 1, 0, 4, 1, 0xff, 0xff, 0xff])
  assert.equal(readClientHello(endless), 'invalid')
})

test('changed bytes never throw, and never ask for more than a first message may have', async () => {
  const hello = await helloOf({ servername: 'go.example.com', ALPNProtocols: ['http/1.1'] })
  const changes = fc.array(fc.tuple(fc.nat(hello.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(changes, (changed) => {
      const bytes = Buffer.from(hello)
      for (const [at, value] of changed) bytes[at] = value
      readClientHello(bytes)
      const padded = Buffer.concat([bytes, Buffer.alloc(40_000, bytes)])
      assert.notEqual(readClientHello(padded), 'more')
    }),
    { numRuns: 2_000 },
  )
})
