import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { composeMessage, signMessage } from '@host/email'
import { definePlugin, type IncomingMail } from '@host/plugin'
import { generateKeyPairSync } from 'node:crypto'
import { changeMailbox, readEmail } from '../../shared.ts'
import { rawEmail } from '../testing/mail-lab.ts'
import { openSmtpLab, type SmtpLab } from '../testing/smtp-lab.ts'

const scope = new AsyncDisposableStack()
let lab: SmtpLab
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const jwk = publicKey.export({ format: 'jwk' })

/** Domains by what they ask for; mail of the tests comes from 127.0.0.1. */
const zone = {
  'TXT bank.example': 'v=spf1 ip4:192.0.2.1 -all',
  'TXT _dmarc.bank.example': 'v=DMARC1; p=reject',
  'TXT careful.example': 'v=spf1 ip4:192.0.2.1 -all',
  'TXT _dmarc.careful.example': 'v=DMARC1; p=quarantine',
  'TXT good.example': 'v=spf1 ip4:127.0.0.1 -all',
  'TXT _dmarc.good.example': 'v=DMARC1; p=reject',
  'TXT signed.example': 'v=spf1 -all',
  'TXT _dmarc.signed.example': 'v=DMARC1; p=reject',
  'TXT s1._domainkey.signed.example': `v=DKIM1; k=ed25519; p=${Buffer.from(jwk.x ?? '', 'base64url').toString('base64')}`,
}

const seen: IncomingMail[] = []
const reader = definePlugin({
  name: 'reader',
  info: { title: 'Reader', description: 'Reads emails', icon: 'mail', category: 'Tests', api: '^1' },
  models: [],
  mount: (_mux, ctx) => ctx.onEmail(async (_scope, mail) => void seen.push(mail)),
})

before(async () => {
  lab = await openSmtpLab({ after: (end) => scope.defer(end) }, { zone, others: [reader] })
})
after(() => scope.disposeAsync())

const from = (address: string) => rawEmail({ From: `Someone <${address}>` })

suite('senders of mail by SMTP', () => {
  test('mail that its domain wants refused is refused with the reason in words', async () => {
    const box = await lab.openMailbox()
    const reply = await lab.send(from('ceo@bank.example'), { from: 'x@bank.example', to: [box.address] })
    assert.match(reply, /^550 5\.7\.26 Refused because bank\.example asks for it \(p=reject\) .*127\.0\.0\.1$/)
    assert.deepEqual(await box.emails(), [])
  })

  test('mail that its domain wants in quarantine is spam', async () => {
    const box = await lab.openMailbox()
    assert.match(await lab.send(from('a@careful.example'), { to: [box.address] }), /^250/)
    const [email] = await box.emails()
    assert.equal(email?.folder, 'spam')
    await lab.host.settleJobs()
    assert.equal(seen.find(({ id }) => id === email.id)?.isSpam, true)
  })

  test('of several recipients none that accepts loses the message, and those that would refuse it have it as spam', async () => {
    const [strict, open] = [await lab.openMailbox(), await lab.openMailbox()]
    await lab.host.as('owner').call(changeMailbox, { id: open.id, onDmarcReject: 'accept' })
    const raw = from('ceo@bank.example')
    assert.match(await lab.send(raw, { to: [strict.address, open.address] }), /^250/)
    assert.deepEqual([(await strict.emails())[0]?.folder, (await open.emails())[0]?.folder], ['spam', 'inbox'])
  })

  test('mail by a server of the domain, or signed by the domain, arrives with its results', async () => {
    const box = await lab.openMailbox()
    const to = [box.address]
    assert.match(await lab.send(from('ada@good.example'), { from: 'ada@good.example', to }), /^250/)
    const composed = await composeMessage({
      from: { name: '', address: 'ada@signed.example' },
      to: [{ name: '', address: box.address }],
      subject: 'Signed',
      text: 'Hello.',
      date: new Date(lab.host.clock.now()),
      messageId: '<signed@signed.example>',
    })
    const key = { domain: 'signed.example', selector: 's1', privateKey }
    const signed = await signMessage(composed.bytes, { keys: [key], now: new Date(lab.host.clock.now()) })
    const text = Buffer.from(signed).toString('latin1').replace(/\r\n$/, '')
    assert.match(await lab.send(text, { from: 'forwarder@other.example', to }), /^250/)
    const [second, first] = await box.emails()
    assert.deepEqual([first?.checks?.spf.result, first?.checks?.dmarc.result], ['pass', 'pass'])
    assert.deepEqual(second?.checks?.dkim, [{ result: 'pass', domain: 'signed.example' }])
    assert.deepEqual(second?.checks?.dmarc, { result: 'pass', domain: 'signed.example', policy: 'reject' })
    const { folder } = await lab.host.as('owner').call(readEmail, { id: second?.id ?? '' })
    assert.equal(folder, 'inbox')
  })

  test('without DNS mail is received, and its results say so', async () => {
    const box = await lab.openMailbox()
    lab.names.fail()
    lab.host.clock.advance({ minutes: 2 })
    assert.match(await lab.send(from('ceo@bank.example'), { from: 'x@bank.example', to: [box.address] }), /^250/)
    const [email] = await box.emails()
    assert.deepEqual([email?.folder, email?.checks?.spf.result], ['inbox', 'temperror'])
    assert.equal(email?.checks?.dmarc.result, 'temperror')
  })
})
