import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { opening } from './testing/drive-protocol.ts'
import { ManualClock } from './testing/manual-clock.ts'
import { RawClient } from './testing/raw-client.ts'
import { Gate, openSmtpLab, until, type SmtpLab } from './testing/smtp-lab.ts'

const minute = 60_000
const message = 'Subject: Hello\r\n\r\nHello\r\n'
const whole = `${opening}DATA\r\n${message}.\r\n`

suite('a connection', () => {
  test('a pipelined message is handed over once with its session, and 250 follows the handler', async () => {
    const gate = new Gate()
    let calls = 0
    await using lab = await openSmtpLab({
      onMessage: async () => {
        calls += 1
        await gate.opened
        return { code: 250, enhanced: '2.0.0', text: 'Stored as 7' }
      },
    })
    const client = await lab.client()
    client.send(`${whole}QUIT\r\n`)
    assert.deepEqual(await client.codes(4), ['250', '250 2.1.0', '250 2.1.5', '354'])
    await until(() => calls === 1)
    gate.open()
    assert.deepEqual(await client.rest(), ['250 2.0.0', '221 2.0.0'])
    assert.equal(calls, 1)
  })

  test('the session has the address, the name of the client, and no TLS', async () => {
    await using lab = await openSmtpLab()
    const client = await lab.client()
    client.send(`${whole}QUIT\r\n`)
    await client.rest()
    const [stored] = lab.messages
    assert.equal(stored?.text, message)
    assert.equal(stored?.session.peer.address, '127.0.0.1')
    assert.deepEqual(stored?.session.client, { name: 'client.example.org', isExtended: true })
    assert.equal(stored?.session.tls, undefined)
  })

  test('a client that closes its sending half still gets all replies', async () => {
    await using lab = await openSmtpLab()
    const client = await lab.client()
    client.send(whole)
    client.end()
    assert.deepEqual((await client.rest()).at(-1), '250 2.0.0')
  })

  test('a client that sends much after a broken line gets the reply before the close', async () => {
    await using lab = await openSmtpLab()
    const client = await lab.client()
    client.send(`${opening}DATA\r\nbroken\n`)
    for (let count = 0; count < 50; count += 1) client.send('x'.repeat(65_536))
    client.end()
    assert.deepEqual((await client.rest()).slice(3), ['354', '550 5.6.11'])
    assert.equal(lab.messages.length, 0)
  })
})

suite('handlers that fail', () => {
  const boom = (): never => {
    throw new Error('boom')
  }
  const cases = [
    ['onMailFrom', 'EHLO client\r\nMAIL FROM:<a@example.org>\r\n', ['250', '451 4.3.0']],
    ['onRecipient', opening, ['250', '250 2.1.0', '451 4.3.0']],
    ['onMessage', whole, ['250', '250 2.1.0', '250 2.1.5', '354', '451 4.3.0']],
  ] as const
  for (const [name, commands, codes] of cases) {
    test(`${name} that throws answers 451 4.3.0, and the connection goes on`, async () => {
      let isBroken = true
      await using lab = await openSmtpLab({
        [name]: () => (isBroken ? boom() : { code: 250, enhanced: '2.0.0', text: 'OK' }),
      })
      const client = await lab.client()
      client.send(commands)
      assert.deepEqual(await client.codes(codes.length), codes)
      isBroken = false
      client.send(`${whole}QUIT\r\n`)
      assert.deepEqual((await client.rest()).slice(-3), ['354', '250 2.0.0', '221 2.0.0'])
      assert.deepEqual(lab.errors.map(String), ['Error: boom'])
    })
  }

  test('onConnect that throws answers 451 instead of the greeting', async () => {
    await using lab = await openSmtpLab({ onConnect: boom })
    assert.deepEqual(await (await RawClient.connect(lab.server.port)).rest(), ['451 4.3.0'])
  })

  test('a callback that never answers is answered with 451 after two minutes, and the connection goes on', async () => {
    const clock = new ManualClock()
    let isAsked = false
    const onMessage = async (): Promise<never> => {
      isAsked = true
      return await new Promise(() => undefined)
    }
    await using lab = await openSmtpLab({ clock, onMessage })
    const client = await lab.client()
    client.send(whole)
    await client.codes(4)
    await until(() => isAsked)
    clock.advance(2 * minute)
    client.send('QUIT\r\n')
    assert.deepEqual(await client.rest(), ['451 4.3.0', '221 2.0.0'])
  })

  test('an invalid answer of a callback is sent as 451, so that nothing is acknowledged by mistake', async () => {
    for (const answer of [
      undefined,
      { code: 354, text: 'x' },
      { code: 250 },
      { code: 550, enhanced: '2.0.0', text: 'x' },
    ]) {
      await using lab = await openSmtpLab({ onMessage: () => answer as never })
      const client = await lab.client()
      client.send(`${whole}QUIT\r\n`)
      assert.equal((await client.rest()).at(-2), '451 4.3.0')
    }
  })
})

suite('before the greeting', () => {
  test('a client that talks before the greeting is refused', async () => {
    const clock = new ManualClock()
    await using lab = await openSmtpLab({ greetingDelay: 5_000, clock })
    const client = await RawClient.connect(lab.server.port)
    client.send('EHLO early.example.org\r\n')
    await until(() => clock.pending === 1)
    // On one machine, bytes that were written are there in the next turn.
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    clock.advance(5_000)
    assert.deepEqual(await client.rest(), ['554 5.5.1'])
  })

  test('a client that waits is greeted after the delay', async () => {
    const clock = new ManualClock()
    await using lab = await openSmtpLab({ greetingDelay: 5_000, clock })
    const client = await RawClient.connect(lab.server.port)
    await until(() => clock.pending === 1)
    clock.advance(5_000)
    assert.deepEqual(await client.codes(1), ['220'])
  })

  test('onConnect refuses a peer with its reply', async () => {
    await using lab = await openSmtpLab({ onConnect: () => ({ code: 554, enhanced: '5.7.1', text: 'No' }) })
    assert.deepEqual(await (await RawClient.connect(lab.server.port)).rest(), ['554 5.7.1'])
  })
})

suite('deadlines', () => {
  test('a command that does not end within 5 minutes gets 421, however its bytes trickle', async () => {
    const clock = new ManualClock()
    await using lab = await openSmtpLab({ clock })
    const client = await lab.client()
    client.send('EHLO client.example.org\r\n')
    await client.codes(1)
    client.send('NO')
    clock.advance(4 * minute)
    client.send('OP')
    clock.advance(minute)
    assert.deepEqual(await client.rest(), ['421 4.4.2'])
  })

  test('each command starts the deadline again', async () => {
    const clock = new ManualClock()
    await using lab = await openSmtpLab({ clock })
    const client = await lab.client()
    for (let count = 0; count < 3; count += 1) {
      clock.advance(4 * minute)
      client.send('NOOP\r\n')
      assert.deepEqual(await client.codes(1), ['250 2.0.0'])
    }
  })

  for (const [title, commands, more] of [
    ['DATA', 'DATA\r\n', 'line\r\n'],
    ['BDAT', 'BDAT 2\r\n\r\n', 'BDAT 2\r\n\r\n'],
  ] as const) {
    test(`a message by ${title} that does not end within 5 minutes gets 421 and is never handed over`, async () => {
      const clock = new ManualClock()
      await using lab = await openSmtpLab({ clock })
      const client = await lab.client()
      client.send(`${opening}${commands}`)
      await client.codes(4)
      clock.advance(4 * minute)
      client.send(more)
      if (title === 'BDAT') await client.codes(1)
      clock.advance(minute)
      assert.deepEqual(await client.rest(), ['421 4.4.2'])
      await until(() => lab.server.usedBytes === 0)
      assert.equal(lab.messages.length, 0)
    })
  }

  test('a client that never reads its replies is cut', async () => {
    const clock = new ManualClock()
    await using lab = await openSmtpLab({ clock, limits: { idleCommands: 1e9 } })
    const client = await lab.client()
    client.stopReading()
    for (let count = 0; count < 400; count += 1) client.send('HELP\r\n'.repeat(1_000))
    assert.equal(lab.server.connections, 1)
    await until(() => {
      clock.advance(minute)
      return lab.server.connections === 0
    })
    client.reset()
  })
})

suite('limits of connections', () => {
  test('the connection over the limit of a network gets 421, and a closed one makes room', async () => {
    await using lab = await openSmtpLab({ limits: { networkConnections: 2 } })
    const [first] = [await lab.client(), await lab.client()]
    assert.deepEqual(await (await RawClient.connect(lab.server.port)).rest(), ['421 4.7.0'])
    first.send('QUIT\r\n')
    await first.rest()
    await until(() => lab.server.connections === 1)
    const next = await RawClient.connect(lab.server.port)
    assert.deepEqual(await next.codes(1), ['220'])
  })

  test('memory is shared by all connections: one that finds none gets 452, and the others go on', async () => {
    await using lab = await openSmtpLab({ limits: { totalBytes: 38_000 } })
    const [slow, other] = [await lab.client(), await lab.client()]
    slow.send(`${opening}DATA\r\n${'x'.repeat(20_000)}`)
    await until(() => lab.server.usedBytes >= 20_000)
    other.send(`${opening}DATA\r\n${'y'.repeat(20_000)}\r\n.\r\n${opening}DATA\r\nsmall\r\n.\r\n`)
    assert.deepEqual(
      (await other.codes(10)).filter((code) => /^(?:452|250 2\.0)/.test(code)),
      ['452 4.3.1', '250 2.0.0'],
    )
    slow.send('\r\n.\r\n')
    assert.equal((await slow.codes(5)).at(-1), '250 2.0.0')
    assert.deepEqual(
      lab.messages.map(({ text }) => text.length),
      [7, 20_002],
    )
    assert.equal(lab.server.usedBytes, 0)
  })
})

/** A server whose messages are being stored until a gate opens. */
async function openStoringLab(): Promise<{ lab: SmtpLab; gate: Gate; called: Gate }> {
  const [gate, called] = [new Gate(), new Gate()]
  const lab = await openSmtpLab({
    onMessage: async () => {
      called.open()
      await gate.opened
      return { code: 250, enhanced: '2.0.0', text: 'Stored' }
    },
  })
  return { lab, gate, called }
}

suite('stopping', () => {
  test('idle clients get 421, new ones are not accepted, and a message that arrives is finished', async () => {
    const lab = await openSmtpLab()
    const [idle, busy] = [await lab.client(), await lab.client()]
    busy.send(`${opening}DATA\r\nhalf`)
    await busy.codes(4)
    const stopped = lab.server.stop(minute)
    assert.deepEqual(await idle.rest(), ['421 4.3.2'])
    busy.send('\r\n.\r\nNOOP\r\n')
    assert.deepEqual((await busy.rest()).slice(0, 1), ['250 2.0.0'])
    await stopped
    assert.equal(lab.messages.length, 1)
    await assert.rejects(RawClient.connect(lab.server.port))
  })

  test('a message that is being stored gets its reply, and the connection ends after it', async () => {
    const { lab, gate, called } = await openStoringLab()
    const client = await lab.client()
    client.send(`${whole}NOOP\r\n`)
    await called.opened
    const stopped = lab.server.stop(minute)
    gate.open()
    assert.deepEqual((await client.rest()).slice(4, 5), ['250 2.0.0'])
    await stopped
  })

  test('a message that is being stored at the deadline gets 421, so that its client sends it again', async () => {
    const { lab, gate, called } = await openStoringLab()
    const client = await lab.client()
    client.send(whole)
    await called.opened
    await lab.server.stop(0)
    assert.deepEqual((await client.rest()).slice(4), ['421 4.3.2'])
    gate.open()
    await until(() => lab.server.usedBytes === 0)
  })

  test('a message that does not end is cut at the deadline', async () => {
    const clock = new ManualClock()
    const lab = await openSmtpLab({ clock })
    const client = await lab.client()
    client.send(`${opening}DATA\r\nhalf`)
    await client.codes(4)
    const stopped = lab.server.stop(10_000)
    clock.advance(10_000)
    assert.deepEqual(await client.rest(), ['421 4.3.2'])
    await stopped
    assert.deepEqual([lab.messages.length, lab.server.usedBytes, clock.pending], [0, 0, 0])
  })
})
