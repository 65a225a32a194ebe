/** Our deliveries to our server over connections that are cut at every byte, in either direction. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { test } from 'node:test'
import { openSmtpLab, until } from '../smtp/testing/smtp-lab.ts'
import { deliverTo } from './testing/delivery-lab.ts'

/** Where the proxy cuts: after so many bytes from the client or from the server. */
interface Cut {
  readonly from: 'client' | 'server'
  readonly bytes: number
}

/** More than either side sends in all. */
const mostBytes = 400
const cuts: readonly Cut[] = Array.from({ length: mostBytes }, (_, bytes) => [
  { from: 'client', bytes } as const,
  { from: 'server', bytes } as const,
]).flat()

test('a deferred message is not stored, a delivered one is, and only an unknown one may be either', async () => {
  await using lab = await openSmtpLab()
  let cut: Cut = { from: 'client', bytes: 0 }
  const proxy = createServer((client) =>
    joinUntilCut(client, connect({ port: lab.server.port, host: '127.0.0.1' }), cut),
  )
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  const fates = new Set<string>()
  for (cut of cuts) {
    const text = `X-Cut: ${cut.from} ${cut.bytes}\r\n\r\nHello\r\n`
    const { recipients } = await deliverTo(port, { bytes: Buffer.from(text) })
    await until(() => lab.server.connections === 0)
    const isStored = lab.messages.some((message) => message.text === text)
    const { kind } = recipients[0]?.outcome ?? {}
    assert.ok(kind === 'unknown' || isStored === (kind === 'delivered'), `${text}: ${kind}, stored: ${isStored}`)
    fates.add(`${kind} ${isStored}`)
  }
  assert.equal(new Set(lab.messages.map(({ text }) => text)).size, lab.messages.length)
  assert.deepEqual([...fates].toSorted(), ['deferred false', 'delivered true', 'unknown false', 'unknown true'])
  proxy.close()
})

function joinUntilCut(client: Socket, server: Socket, cut: Cut): void {
  const end = (): void => {
    client.destroy()
    server.destroy()
  }
  pass(client, server, cut.from === 'client' ? cut.bytes : Infinity)
  pass(server, client, cut.from === 'server' ? cut.bytes : Infinity)
  for (const socket of [client, server]) socket.on('error', end).on('close', end)
}

function pass(from: Socket, to: Socket, limit: number): void {
  let left = limit
  from.on('data', (bytes: Buffer) => {
    const passed = bytes.subarray(0, left)
    left -= passed.length
    if (left > 0) to.write(passed)
    else to.write(passed, () => from.destroy())
  })
}
