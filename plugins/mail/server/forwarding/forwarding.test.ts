import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { signMessage, startSmtpServer } from '@host/email'
import { missingDkimpy, signingKeys, verifyByDkimpy } from '@host/email/testing'
import {
  addForward,
  changeForward,
  createMailbox,
  createRule,
  listForwards,
  listOutgoing,
  removeForward,
  type Forward,
} from '../../shared.ts'
import { domain, openMailLab, rawEmail, type MailLab } from '../testing/mail-lab.ts'
import { refused } from '../testing/refused.ts'

interface Sent {
  readonly from: string
  readonly to: readonly string[]
  readonly bytes: Buffer
}

/** A laboratory whose emails leave to a server of the test. */
async function openForwardLab(context: TestContext) {
  const sent: Sent[] = []
  const server = await startSmtpServer({
    name: 'relay.example',
    port: 0,
    host: '127.0.0.1',
    log: { info: () => undefined, error: () => undefined },
    onRecipient: () => 'accepted',
    onMessage: (_session, { sender, recipients }, bytes) => {
      sent.push({ from: sender, to: recipients, bytes: Buffer.from(bytes) })
      return { code: 250, enhanced: '2.0.0', text: 'Stored' }
    },
  })
  context.after(() => server.stop(0))
  const environment = { HOST_SMTP_URL: `smtp://127.0.0.1:${server.port}`, HOST_SMTP_FROM: 'host@relay.example' }
  const lab = await openMailLab(context, { environment })
  const settle = async (): Promise<readonly Sent[]> => {
    await lab.host.settleJobs()
    return sent.splice(0)
  }
  return { lab, settle }
}

const friend = 'friend@elsewhere.example'

async function confirmed(
  { lab, settle }: Awaited<ReturnType<typeof openForwardLab>>,
  takesAll = true,
): Promise<Forward> {
  const owner = lab.host.as('owner')
  const { id } = await owner.call(addForward, { id: lab.mailbox.id, address: friend, takesAll })
  const [asked] = await settle()
  assert.equal(await agree(lab, pathIn(asked)), 204)
  const { items } = await owner.call(listForwards, { id: lab.mailbox.id })
  return items.find((forward) => forward.id === id) ?? assert.fail()
}

/** The path of the link in an email. */
function pathIn(sent: Sent | undefined): string {
  const text = sent?.bytes.toString().replaceAll('=\r\n', '') ?? ''
  return /http:\/\/host\.test(\/p\/mail\/forwards\/[\w-]{22})/.exec(text)?.[1] ?? ''
}

let pressed = 0

/** Presses the button of the page. */
async function agree({ host }: MailLab, path: string): Promise<number> {
  pressed += 1
  const headers = { 'idempotency-key': `press-${pressed}`, 'sec-fetch-site': 'same-origin' }
  return (await host.as('anonymous').post(`${path}/confirm`, {}, { headers })).status
}

suite('forwarding', () => {
  test('begins once the owner of its address has pressed the button behind the link that it got', async (context) => {
    const opened = await openForwardLab(context)
    const { lab, settle } = opened
    const owner = lab.host.as('owner')
    const { id, isConfirmed } = await owner.call(addForward, { id: lab.mailbox.id, address: friend })
    assert.equal(isConfirmed, false)
    const [asked] = await settle()
    assert.deepEqual(asked?.to, [friend])
    const path = pathIn(asked)
    const visitor = lab.host.as('anonymous')
    for (const address of [path, `${path}/confirm`]) await visitor.get(address)
    const text = await (await visitor.get(path)).text()
    assert.ok(text.includes(friend) && text.includes(lab.mailbox.address))
    // Admins see the log of emails without a mailbox, and the link is for the reader of the address alone.
    const log = JSON.stringify(await owner.call(listOutgoing, {}))
    assert.ok(log.includes(friend) && !log.includes(path))
    await lab.deliver(rawEmail({ Subject: 'Too early' }))
    assert.deepEqual(await settle(), [], 'a program that fetches the link confirms nothing')
    assert.equal(await agree(lab, `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`), 404)
    assert.equal(await agree(lab, path), 204)
    assert.equal(await agree(lab, path), 204, 'twice is once')
    await lab.deliver(rawEmail({ Subject: 'In time' }))
    const [mail] = await settle()
    assert.deepEqual(mail?.to, [friend])
    assert.match(mail?.bytes.toString() ?? '', /^Received: by acme\.example \(forwarded\)[^]*Subject: In time/)
    await owner.call(changeForward, { id, takesAll: false })
    await lab.deliver(rawEmail())
    assert.deepEqual(await settle(), [])
  })

  test('sends every byte that was received behind its trace, in the name of the mailbox', async (context) => {
    const opened = await openForwardLab(context)
    await confirmed(opened)
    const raw = Buffer.from(rawEmail({ From: '"Ada" <ada@sender.example>' }, 'Text \u00e9.\r\n'), 'latin1')
    await opened.lab.deliver(raw)
    const [mail] = await opened.settle()
    assert.ok(mail)
    assert.ok(mail.bytes.subarray(-raw.length).equals(raw))
    assert.match(
      mail.bytes.subarray(0, -raw.length).toString(),
      /^Received: [^]*\r\nX-Host-Forwarded: [\da-f]{24}\r\n$/,
    )
    assert.match(mail.from, new RegExp(`@${domain.replace('.', '\\.')}$`))
  })

  test('leaves signatures valid, as dkimpy finds', { skip: missingDkimpy() }, async (context) => {
    const opened = await openForwardLab(context)
    await confirmed(opened)
    const { keys, records } = signingKeys()
    const signed = await signMessage(Buffer.from(rawEmail({ From: 'ada@example.com', 'MIME-Version': '1.0' })), {
      keys,
      now: new Date(opened.lab.host.clock.now()),
    })
    await opened.lab.deliver(signed)
    const [mail] = await opened.settle()
    assert.ok(mail)
    const broken = Buffer.from(mail.bytes.toString('latin1').replace('Hello.', 'Hallo.'), 'latin1')
    const [kept, changed] = verifyByDkimpy({ messages: [mail.bytes, broken], records })
    assert.deepEqual(kept, [true, true])
    assert.ok(changed?.length === 2 && !changed.includes(true))
  })

  test('by a rule takes the emails that match', async (context) => {
    const opened = await openForwardLab(context)
    const { lab, settle } = opened
    const forward = await confirmed(opened, false)
    await lab.host.as('owner').call(createRule, {
      id: lab.mailbox.id,
      name: 'Bills',
      conditions: [{ field: 'subject', comparison: 'contains', text: 'bill' }],
      actions: { forwardIds: [forward.id] },
    })
    for (const subject of ['A bill', 'A note']) await lab.deliver(rawEmail({ Subject: subject }))
    const sent = await settle()
    assert.deepEqual(
      sent.map(({ bytes }) => /^Subject: (.*)$/m.exec(bytes.toString())?.[1]?.trim()),
      ['A bill'],
    )
  })

  test('to an address of the same workspace needs no link, and stops where two mailboxes forward to each other', async (context) => {
    const { lab, settle } = await openForwardLab(context)
    const owner = lab.host.as('owner')
    const second = await owner.call(createMailbox, { address: `second@${domain}` })
    assert.ok((await owner.call(addForward, { id: lab.mailbox.id, address: second.address })).isConfirmed)
    assert.ok((await owner.call(addForward, { id: second.id, address: lab.mailbox.address })).isConfirmed)
    await assert.rejects(
      owner.call(addForward, { id: second.id, address: second.address }),
      refused('invalid_input', 'address'),
    )
    await lab.deliver(rawEmail())
    const journeys: string[] = []
    for (let waiting = await settle(); waiting.length > 0; waiting = await settle()) {
      for (const { to, bytes } of waiting) {
        journeys.push(...to)
        assert.ok(journeys.length < 10)
        await lab.deliver(bytes, { to: to[0] ?? '' })
      }
    }
    assert.deepEqual(journeys, [second.address, lab.mailbox.address])
  })

  test('stops at 25 hops', async (context) => {
    const opened = await openForwardLab(context)
    await confirmed(opened)
    const hops = (count: number) =>
      `${'Received: from a by b;\r\n Sat, 31 Jan 2026 08:15:00 +0000\r\n'.repeat(count)}${rawEmail()}`
    await opened.lab.deliver(hops(25))
    assert.equal((await opened.settle()).length, 0)
    await opened.lab.deliver(hops(24))
    assert.equal((await opened.settle()).length, 1)
  })

  test('is seen and changed by members of the mailbox, and seen by admins', async (context) => {
    const opened = await openForwardLab(context)
    const { lab } = opened
    const { id } = await confirmed(opened)
    const { items } = await lab.host.as('admin').call(listForwards, { id: lab.mailbox.id })
    assert.deepEqual(
      items.map(({ address }) => address),
      [friend],
    )
    for (const person of ['admin', 'otherOwner'] as const) {
      const client = lab.host.as(person)
      await assert.rejects(
        client.call(addForward, { id: lab.mailbox.id, address: 'x@y.example' }),
        refused('not_found'),
      )
      await assert.rejects(client.call(changeForward, { id, takesAll: false }), refused('not_found'))
      await assert.rejects(client.call(removeForward, { id }), refused('not_found'))
    }
    await assert.rejects(lab.host.as('otherOwner').call(listForwards, { id: lab.mailbox.id }), refused('not_found'))
    await lab.host.as('owner').call(removeForward, { id })
    await lab.deliver(rawEmail())
    assert.deepEqual(await opened.settle(), [])
  })

  test('sends few links: addresses that have not agreed get no flood', async (context) => {
    const { lab } = await openForwardLab(context)
    const owner = lab.host.as('owner')
    const add = async (at: number) => {
      const { id } = await owner.call(addForward, { id: lab.mailbox.id, address: `x${at}@y.example` })
      await owner.call(removeForward, { id })
    }
    for (let at = 0; at < 10; at += 1) await add(at)
    await assert.rejects(add(10), refused('too_many_requests'))
  })
})
