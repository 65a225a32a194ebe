import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { turnBytes } from '../in-turns.ts'
import { ByteBudget } from './byte-budget.ts'
import { systemClock } from './clock.ts'
import { SmtpConnection } from './connection.ts'
import { defaultLimits } from './limits.ts'
import type { SmtpHandler } from './options.ts'
import { opening } from './testing/drive-protocol.ts'

const pieces = 12
const pieceBytes = 65_536

test('other work runs while a large message is there at once', async () => {
  const content = Buffer.from('A line.\r\n'.repeat((pieces * turnBytes) / 9))
  let [length, turns] = [0, 0]
  const sent = new AbortController()
  const handler: SmtpHandler = {
    onRecipient: () => 'accepted',
    onMessage: (_session, _envelope, bytes) => {
      length = bytes.length
      return { code: 250, enhanced: '2.0.0', text: 'Stored' }
    },
  }
  const counting = (async () => {
    for (; !sent.signal.aborted; turns += 1) await setImmediate()
  })()
  await connectionOf(
    handler,
    sending(content, () => sent.abort()),
  ).run()
  await counting
  assert.equal(length, content.length)
  assert.ok(turns >= pieces - 1, `${turns} turns`)
})

/** A socket that never lets its reader wait. */
function sending(content: Buffer, onSent: () => void): Socket {
  const sent: Buffer[] = [Buffer.from(`${opening}DATA\r\n`)]
  for (let at = 0; at < content.length; at += pieceBytes) sent.push(content.subarray(at, at + pieceBytes))
  sent.push(Buffer.from('.\r\nQUIT\r\n'))
  const socket = new Duplex({
    read() {
      const piece = sent.shift()
      if (piece === undefined) onSent()
      this.push(piece ?? null)
    },
    write: (_bytes, _encoding, done) => done(),
  })
  return socket as Socket
}

function connectionOf(handler: SmtpHandler, socket: Socket): SmtpConnection {
  const setup = {
    name: 'mx.example',
    handler,
    limits: defaultLimits,
    greetingDelay: 0,
    clock: systemClock,
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    secureContext: () => undefined,
  }
  const memory = new ByteBudget(defaultLimits.totalBytes, defaultLimits.networkBytes).shareOf('192.0.2.0/24')
  return new SmtpConnection(setup, socket, { address: '192.0.2.1', port: 25, memory })
}
