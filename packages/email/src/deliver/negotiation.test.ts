import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { openSmtpLab } from '../smtp/testing/smtp-lab.ts'
import { relayMessage } from './relay-message.ts'
import { stuffedPieces } from './stuffed-pieces.ts'
import { deliverTo, message, optionsFor, outcomesOf } from './testing/delivery-lab.ts'
import { answer, startScriptedServer, usual, type ScriptedServer } from './testing/scripted-server.ts'

/** A server with certain lines after EHLO, which accepts everything. */
async function serverWith(...extensions: string[]): Promise<ScriptedServer> {
  const lines = ['mx', ...extensions]
  const hello = lines.map((line, at) => `250${at === lines.length - 1 ? ' ' : '-'}${line}\r\n`).join('')
  return startScriptedServer(async (peer) => {
    peer.send('220 mx\r\n')
    await answer(peer, { ...usual, EHLO: hello })
    peer.send('354 go\r\n')
    await peer.until('\r\n.\r\n')
    peer.send('250 2.0.0 OK\r\n')
  })
}

async function commandsTo(
  server: ScriptedServer,
  more: Parameters<typeof deliverTo>[1],
): Promise<[string[], string[]]> {
  const delivery = await deliverTo(server.port, more)
  await server[Symbol.asyncDispose]()
  const commands = server.received
    .join('')
    .split('\r\n')
    .filter((line) => /^(?:MAIL|RCPT|DATA)/.test(line))
  return [outcomesOf(delivery), commands]
}

const eightBit = Buffer.from('Subject: x\r\n\r\nä\r\n')

suite('extensions', () => {
  test('SIZE, 8BITMIME and SMTPUTF8 are used where they are offered and needed', async () => {
    const server = await serverWith('SIZE 1000', '8BITMIME', 'SMTPUTF8')
    const more = { bytes: eightBit, recipients: ['jürgen@example.com'] }
    assert.deepEqual(await commandsTo(server, more), [
      ['delivered reply 2.0.0'],
      ['MAIL FROM:<a@example.org> SIZE=18 BODY=8BITMIME SMTPUTF8', 'RCPT TO:<jürgen@example.com>', 'DATA'].map(asBytes),
    ])
  })

  test('a domain that is not ASCII goes in its ASCII form, without SMTPUTF8', async () => {
    const server = await serverWith()
    const more = { recipients: ['b@bücher.example'] }
    assert.deepEqual(await commandsTo(server, more), [
      ['delivered reply 2.0.0'],
      ['MAIL FROM:<a@example.org>', 'RCPT TO:<b@xn--bcher-kva.example>', 'DATA'],
    ])
  })

  test('without SMTPUTF8, an address that needs it is refused and the others get the message', async () => {
    const server = await serverWith()
    const [outcomes, commands] = await commandsTo(server, { recipients: ['jürgen@example.com', 'b@example.com'] })
    assert.deepEqual(outcomes, ['refused not supported 5.6.7', 'delivered reply 2.0.0'])
    assert.equal(commands.length, 3)
  })

  for (const [title, more, extensions, expected] of [
    ['headers that need SMTPUTF8', { hasUtf8Headers: true }, [], 'refused not supported 5.6.7'],
    ['8-bit text without 8BITMIME', { bytes: eightBit }, ['SMTPUTF8'], 'refused not supported 5.6.3'],
    ['a message over SIZE', { bytes: eightBit }, ['8BITMIME', 'SIZE 17'], 'refused not supported 5.3.4'],
  ] as const) {
    test(`${title}: ${expected}, without a MAIL`, async () => {
      assert.deepEqual(await commandsTo(await serverWith(...extensions), more), [[expected], []])
    })
  }

  test('a server that knows HELO only gets the message', async () => {
    const server = await startScriptedServer(async (peer) => {
      peer.send('220 mx\r\n')
      await answer(peer, { ...usual, EHLO: '502 no\r\n', HELO: '250 mx\r\n' })
      peer.send('354 go\r\n')
      await peer.until('\r\n.\r\n')
      peer.send('250 OK\r\n')
    })
    assert.deepEqual((await commandsTo(server, {}))[0], ['delivered reply 250'])
  })
})

suite('recipients', () => {
  const verdicts: Readonly<Record<string, string>> = {
    gone: '550 5.1.1 unknown',
    grey: '450 4.7.1 greylisted',
    slow: '452 4.2.2 full',
  }

  for (const extension of ['PIPELINING', 'X-SLOW']) {
    test(`each recipient has its own outcome with ${extension}`, async () => {
      const server = await startScriptedServer(async (peer) => {
        peer.send('220 mx\r\n')
        for (;;) {
          const line = await peer.line()
          const name = /^RCPT TO:<(?<name>\w+)@/.exec(line)?.groups?.['name']
          if (line === 'DATA') break
          peer.send(
            line.startsWith('EHLO') ? `250-mx\r\n250 ${extension}\r\n` : `${verdicts[name ?? ''] ?? '250 OK'}\r\n`,
          )
        }
        peer.send('354 go\r\n')
        await peer.until('\r\n.\r\n')
        peer.send('250 2.0.0 stored\r\n')
      })
      const recipients = ['gone', 'b', 'grey', 'slow'].map((name) => `${name}@example.com`)
      const delivery = await deliverTo(server.port, { recipients })
      assert.deepEqual(outcomesOf(delivery), [
        'refused reply 5.1.1',
        'delivered reply 2.0.0',
        'deferred reply 4.7.1',
        'deferred reply 4.2.2',
      ])
      assert.deepEqual(
        delivery.recipients.map(({ outcome }) => outcome.isGreylisting),
        [false, false, true, false],
      )
      assert.equal(delivery.recipients[1]?.outcome.reply.text, 'stored')
      await server[Symbol.asyncDispose]()
    })

    test(`a refused sender is the outcome of all recipients with ${extension}`, async () => {
      const server = await startScriptedServer(async (peer) => {
        peer.send('220 mx\r\n')
        await answer(peer, {
          EHLO: `250-mx\r\n250 ${extension}\r\n`,
          MAIL: '550 5.7.1 no\r\n',
          RCPT: '503 5.5.1 no\r\n',
          QUIT: '',
        })
      })
      const recipients = ['b@example.com', 'c@example.com']
      const [outcomes, commands] = await commandsTo(server, { recipients })
      assert.deepEqual(outcomes, ['refused reply 5.7.1', 'refused reply 5.7.1'])
      assert.equal(commands.includes('DATA'), false)
    })
  }
})

test('1,000 recipients are sent in groups, each with its own reply', async () => {
  await using lab = await openSmtpLab({
    limits: { recipients: 1_000 },
    onRecipient: (_session, address) =>
      /7@/.test(address) ? { code: 550, enhanced: '5.1.1', text: 'x'.repeat(400) } : 'accepted',
  })
  const recipients = Array.from({ length: 1_000 }, (_, index) => `b${index}@example.com`)
  const delivery = await deliverTo(lab.server.port, { recipients })
  const refused = delivery.recipients.filter(({ outcome }) => outcome.kind === 'refused')
  assert.deepEqual(
    refused.map(({ address }) => address),
    recipients.filter((address) => /7@/.test(address)),
  )
  assert.equal(lab.messages[0]?.envelope.recipients.length, 900)
})

suite('content', () => {
  test('every byte arrives as it was, dots and a missing last line end included', async () => {
    await using lab = await openSmtpLab()
    const line = fc.constantFrom('.', '..', '', 'a', '.a', 'x'.repeat(70_000))
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 6 }), fc.boolean(), async (lines, hasEnd) => {
        const text = lines.join('\r\n') + (hasEnd ? '\r\n' : '')
        const delivery = await deliverTo(lab.server.port, { bytes: Buffer.from(text) })
        assert.deepEqual(outcomesOf(delivery), ['delivered reply 2.0.0'])
        assert.equal(lab.messages.at(-1)?.text, text === '' || text.endsWith('\r\n') ? text : `${text}\r\n`)
      }),
      { numRuns: 60 },
    )
  })

  test('dots are stuffed at the beginning of lines only', () => {
    assert.equal(
      Buffer.concat([...stuffedPieces(Buffer.from('.a\r\nb.\r\n..\r\n.'))]).toString(),
      '..a\r\nb.\r\n...\r\n..\r\n',
    )
    assert.equal([...stuffedPieces(new Uint8Array(0))].length, 0)
  })
})

suite('injection', () => {
  const options = optionsFor(1)
  const relay = { host: '127.0.0.1', port: 1, tls: 'none' } as const
  const breaks = ['\r\n', '\n', '\r', '\0']

  test('a name, a sender or a recipient with a line break is never sent', async () => {
    for (const end of breaks) {
      await assert.rejects(relayMessage(relay, message, { ...options, name: `out${end}RSET` }), TypeError)
      await assert.rejects(relayMessage(relay, { ...message, sender: `a@example.org>${end}RSET` }, options), TypeError)
      await assert.rejects(relayMessage(relay, { ...message, recipients: [`b@example.com${end}`] }, options), TypeError)
    }
    for (const address of ['b@example.com> SIZE=1', 'b c@example.com', '<b@example.com>', '', 'b']) {
      await assert.rejects(relayMessage(relay, { ...message, recipients: [address] }, options), TypeError)
    }
    await assert.rejects(relayMessage(relay, { ...message, recipients: [] }, options), TypeError)
  })

  test('content with broken lines is never sent', async () => {
    for (const text of ['a\n', 'a\rb', 'a\0', 'a\r\n.\n', 'a\r']) {
      await assert.rejects(deliverTo(1, { bytes: Buffer.from(text) }), TypeError)
    }
  })
})

/** As a server without UTF-8 sees it. */
function asBytes(text: string): string {
  return Buffer.from(text).toString('latin1')
}
