import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { ManualClock } from '../smtp/testing/manual-clock.ts'
import { until } from '../smtp/testing/smtp-lab.ts'
import { deliverTo, localResolver, outcomesOf } from './testing/delivery-lab.ts'
import {
  answer,
  startScriptedServer,
  usual,
  type ScriptedPeer,
  type ScriptedServer,
} from './testing/scripted-server.ts'

type Script = (peer: ScriptedPeer) => Promise<void>

const greeting = '220 mx\r\n'
const forever = new Promise<never>(() => {})

/** Up to the content of the message. */
async function takeEnvelope(peer: ScriptedPeer): Promise<void> {
  peer.send(greeting)
  await answer(peer, usual)
}

async function takeContent(peer: ScriptedPeer): Promise<void> {
  await takeEnvelope(peer)
  peer.send('354 go\r\n')
  await peer.until('\r\n.\r\n')
}

/** The same server twice, so that a second try is seen. */
const resolver = { ...localResolver, addresses: async () => ['127.0.0.1', '127.0.0.1'] }

async function outcomeWith(...scripts: Script[]): Promise<{ outcome: string | undefined; server: ScriptedServer }> {
  const server = await startScriptedServer(...scripts)
  const delivery = await deliverTo(server.port, { resolver })
  await server[Symbol.asyncDispose]()
  return { outcome: outcomesOf(delivery)[0], server }
}

suite('servers that misbehave before the end of the message', () => {
  const cases: readonly (readonly [string, Script, string])[] = [
    ['close at once', async ({ socket }) => void socket.end(), 'deferred closed 4.4.2'],
    ['greet with garbage', async (peer) => peer.send('SSH-2.0-OpenSSH\r\n'), 'deferred malformed reply 4.5.0'],
    ['greet with 4xx', async (peer) => peer.send('421 4.3.2 busy\r\n'), 'deferred reply 4.3.2'],
    ['greet with 5xx', async (peer) => peer.send('554 no\r\n'), 'refused reply 554'],
    ['greet with 250', async (peer) => peer.send('250 hello\r\n'), 'deferred malformed reply 4.5.0'],
    ['greet without an end', async (peer) => peer.send('2'.repeat(10_000)), 'deferred malformed reply 4.5.0'],
    [
      'greet in lines without an end',
      async (peer) => peer.send('220-x\r\n'.repeat(300)),
      'deferred malformed reply 4.5.0',
    ],
    [
      'change the code between lines',
      async (peer) => peer.send('220-x\r\n250 y\r\n'),
      'deferred malformed reply 4.5.0',
    ],
    [
      'reply before the command',
      async (peer) => {
        peer.send(`${greeting}250 mx\r\n`)
        await forever
      },
      'deferred malformed reply 4.5.0',
    ],
    [
      'accept the message together with DATA',
      async (peer) => {
        await takeEnvelope(peer)
        peer.send('354 go\r\n250 2.0.0 got it\r\n')
        await forever
      },
      'deferred malformed reply 4.5.0',
    ],
    [
      'accept DATA with 250',
      async (peer) => {
        await takeEnvelope(peer)
        peer.send('250 2.0.0 OK\r\n')
      },
      'deferred malformed reply 4.5.0',
    ],
    [
      'reset in the envelope',
      async (peer) => {
        await takeEnvelope(peer)
        peer.socket.resetAndDestroy()
      },
      'deferred closed 4.4.2',
    ],
  ]
  for (const [title, script, expected] of cases) {
    test(`${title}: ${expected}`, async () => assert.equal((await outcomeWith(script)).outcome, expected))
  }

  test('a server that refuses in the middle of the message has not got it, and never gets its end', async () => {
    const server = await startScriptedServer(async (peer) => {
      await takeEnvelope(peer)
      peer.send('354 go\r\n')
      await peer.until('Subject')
      peer.send('552 5.3.4 too much\r\n')
      await forever
    })
    const bytes = Buffer.from(`Subject: x\r\n\r\n${'x'.repeat(70)}\r\n`.repeat(400_000))
    assert.deepEqual(outcomesOf(await deliverTo(server.port, { bytes })), ['refused reply 5.3.4'])
    assert.equal(server.received[0]?.includes('\r\n.\r\n'), false)
    await server[Symbol.asyncDispose]()
  })
})

suite('servers that misbehave after the end of the message', () => {
  const cases: readonly (readonly [string, Script, string])[] = [
    ['close', async ({ socket }) => void socket.end(), 'unknown closed 4.4.2'],
    ['reset', async ({ socket }) => void socket.resetAndDestroy(), 'unknown closed 4.4.2'],
    ['send garbage', async (peer) => peer.send('garbage\r\n'), 'unknown malformed reply 4.4.2'],
    ['send 354 again', async (peer) => peer.send('354 go\r\n'), 'unknown malformed reply 4.4.2'],
    ['refuse', async (peer) => peer.send('550 5.7.1 spam\r\n'), 'refused reply 5.7.1'],
    ['defer', async (peer) => peer.send('451 4.3.0 later\r\n'), 'deferred reply 4.3.0'],
    ['reply in pieces', sendSlowly('250-2.0.0 one\r\n250 2.0.0 two\r\n'), 'delivered reply 2.0.0'],
  ]
  for (const [title, script, expected] of cases) {
    test(`${title}: ${expected}, and no second server gets the message`, async () => {
      const { outcome, server } = await outcomeWith(async (peer) => {
        await takeContent(peer)
        await script(peer)
      })
      assert.equal(outcome, expected)
      assert.equal(server.received.length, 1)
    })
  }
})

function sendSlowly(text: string): Script {
  return async (peer) => {
    for (const char of text) {
      peer.send(char)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}

suite('servers that hang', () => {
  const stages: readonly (readonly [string, Script, string, string])[] = [
    ['before the greeting', async () => {}, '', 'deferred timeout 4.4.2'],
    ['after EHLO', async (peer) => peer.send(greeting), 'EHLO', 'deferred timeout 4.4.2'],
    ['after DATA', takeEnvelope, 'DATA', 'deferred timeout 4.4.2'],
    ['after the message', takeContent, '\r\n.\r\n', 'unknown timeout 4.4.2'],
  ]
  for (const [title, script, last, expected] of stages) {
    test(`${title}: ${expected}`, async () => {
      const clock = new ManualClock()
      const server = await startScriptedServer(script)
      const delivery = deliverTo(server.port, { clock })
      await until(() => server.received[0]?.includes(last) === true)
      clock.advance(600_000)
      assert.deepEqual(outcomesOf(await delivery), [expected])
      await server[Symbol.asyncDispose]()
    })
  }

  test('DNS that hangs is cut by the total time, and a connection that hangs by its own', async () => {
    const clock = new ManualClock()
    const hanging = { ...localResolver, mx: async () => forever }
    const delivery = deliverTo(1, { clock, resolver: hanging })
    await until(() => clock.pending === 1)
    clock.advance(1_800_000)
    assert.deepEqual(outcomesOf(await delivery), ['deferred aborted 4.3.2'])
    const connecting = deliverTo(1, { clock, connect: async () => forever })
    await until(() => clock.pending === 2)
    clock.advance(30_000)
    assert.deepEqual(outcomesOf(await connecting), ['deferred connect 4.4.1'])
    assert.equal(clock.pending, 0)
  })

  test('a server that trickles is cut by the total time', async () => {
    const clock = new ManualClock()
    const server = await startScriptedServer(async (peer) => peer.send('220-x\r\n'))
    const delivery = deliverTo(server.port, { clock, timeouts: { greeting: 1e9 } })
    await until(() => server.received.length === 1)
    clock.advance(1_800_000)
    assert.deepEqual(outcomesOf(await delivery), ['deferred aborted 4.3.2'])
    await server[Symbol.asyncDispose]()
  })

  test('the signal of the caller ends a delivery, before the message without harm and after it with an unknown fate', async () => {
    for (const [script, last, expected] of [
      [takeEnvelope, 'DATA', 'deferred aborted 4.3.2'],
      [takeContent, '\r\n.\r\n', 'unknown aborted 4.4.2'],
    ] as const) {
      const abort = new AbortController()
      const server = await startScriptedServer(script)
      const delivery = deliverTo(server.port, { signal: abort.signal })
      await until(() => server.received[0]?.includes(last) === true)
      abort.abort()
      assert.deepEqual(outcomesOf(await delivery), [expected])
      await server[Symbol.asyncDispose]()
    }
  })
})
