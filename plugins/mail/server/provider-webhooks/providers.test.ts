import assert from 'node:assert/strict'
import { createSign, type KeyObject } from 'node:crypto'
import { suite, test } from 'node:test'
import { Cache } from '@host/plugin'
import { certify } from '@host/testing/hostile-lab'
import { addSuppression, deleteProvider, listProviders, rotateProvider } from '../../shared.ts'
import { openBounceLab, type BounceLab } from '../testing/bounce-lab.ts'
import { refused } from '../testing/refused.ts'
import { certificateKey } from './sns-requests.ts'

const topic = 'arn:aws:sns:eu-west-1:123456789012:bounces'
const certificateUrl = 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem'
const signer = certify('sns.amazonaws.com')

/** A notification in the form of the documentation of SNS, signed like one. */
function notification(
  lab: BounceLab,
  message: unknown,
  { fields = {}, key = signer.key, id = 'n-1' }: { fields?: Record<string, string>; key?: KeyObject; id?: string } = {},
): string {
  const body: Record<string, string> = {
    Type: 'Notification',
    MessageId: id,
    TopicArn: topic,
    Message: JSON.stringify(message),
    Timestamp: new Date(lab.host.clock.now()).toISOString(),
    SignatureVersion: '2',
    SigningCertURL: certificateUrl,
    UnsubscribeURL: 'https://sns.eu-west-1.amazonaws.com/?Action=Unsubscribe',
    ...fields,
  }
  const names = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'].filter((name) => name in body)
  const signed = names.map((name) => `${name}\n${body[name]}\n`).join('')
  return JSON.stringify({ ...body, Signature: createSign('sha256').update(signed).sign(key, 'base64') })
}

/** A bounce in the form of the documentation of SES. */
function sesBounce(address: string, { type = 'Permanent', code = 'smtp; 550 5.1.1 user unknown', source = '' } = {}) {
  return {
    notificationType: 'Bounce',
    mail: { source, messageId: '0102', destination: [address] },
    bounce: {
      bounceType: type,
      bounceSubType: 'General',
      bouncedRecipients: [{ emailAddress: address, action: 'failed', diagnosticCode: code }],
    },
  }
}

async function openSes(lab: BounceLab): Promise<(body: string) => Promise<number>> {
  await lab.ctx.lookup(Cache)?.set(certificateKey(certificateUrl), signer.cert, 3_600_000)
  const { path } = await lab.host.as('admin').call(rotateProvider, { provider: 'ses', topic })
  return async (body) => {
    const headers = { 'content-type': 'text/plain; charset=UTF-8' }
    return (await lab.host.as('anonymous').post(path ?? '', body, { headers })).status
  }
}

suite('SES through SNS', () => {
  test('a signed bounce and complaint suppress, and a replay counts once', async (context) => {
    const lab = await openBounceLab(context)
    const post = await openSes(lab)
    const { bounces, recipientId } = await lab.send('ada@peer.example')
    const bounce = notification(lab, sesBounce('Ada@peer.example', { source: bounces }))
    for (let times = 0; times < 3; times += 1) assert.equal(await post(bounce), 202)
    const complaint = {
      eventType: 'Complaint',
      mail: { source: 'info@acme.example' },
      complaint: { complaintFeedbackType: 'abuse', complainedRecipients: [{ emailAddress: 'eve@peer.example' }] },
    }
    assert.equal(await post(notification(lab, complaint, { id: 'n-2' })), 202)
    assert.deepEqual(await lab.summary(), [
      ['ada@peer.example', 'bounce', 1],
      ['eve@peer.example', 'complaint', 1],
    ])
    assert.equal((await lab.recipient(recipientId)).state, 'bounced')
    const providers = await lab.host.as('admin').call(listProviders, {})
    assert.notEqual(providers.items[0]?.lastAt, null)
  })

  test('transient bounces and refusals by policy suppress nothing', async (context) => {
    const lab = await openBounceLab(context)
    const post = await openSes(lab)
    const reports = [
      sesBounce('ada@peer.example', { type: 'Transient', code: 'smtp; 552 5.2.2 mailbox full' }),
      sesBounce('ada@peer.example', { code: 'smtp; 550 5.7.1 rejected as spam' }),
      { notificationType: 'Delivery', delivery: { recipients: ['ada@peer.example'] } },
      { notificationType: 'Bounce', bounce: { bouncedRecipients: 'x' }, mail: [] },
      'nonsense',
    ]
    for (const [at, report] of reports.entries()) {
      assert.equal(await post(notification(lab, report, { id: `n-${at}` })), 202)
    }
    assert.deepEqual(await lab.suppressions(), [])
  })

  test('SNS signature checked, AWS hosts only', async (context) => {
    const lab = await openBounceLab(context)
    const post = await openSes(lab)
    const report = sesBounce('ada@peer.example')
    const own = certify('sns.amazonaws.com').key
    const altered = notification(lab, report).replace('ada@peer', 'bob@peer')
    const old = new Date(lab.host.clock.now() - 30 * 86_400_000).toISOString()
    const certificates = [
      'https://sns.eu-west-1.amazonaws.com.evil.example/SimpleNotificationService-0123456789abcdef.pem',
      'https://evil.example/SimpleNotificationService-0123456789abcdef.pem',
      'http://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem',
      'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem',
      'https://sns.eu-west-1.amazonaws.com@evil.example/SimpleNotificationService-0123456789abcdef.pem',
      'https://sns.eu-west-1.amazonaws.com:8443/SimpleNotificationService-0123456789abcdef.pem',
      'https://sns.eu-west-1.amazonaws.com/../bucket/SimpleNotificationService-0123456789abcdef.pem',
    ]
    const forged = [
      notification(lab, report, { key: own }),
      altered,
      notification(lab, report, { fields: { SignatureVersion: '1' } }),
      notification(lab, report, { fields: { TopicArn: `${topic}2` } }),
      notification(lab, report, { fields: { Timestamp: old } }),
      ...certificates.map((SigningCertURL) => notification(lab, report, { fields: { SigningCertURL } })),
      JSON.stringify({ Type: 'Notification' }),
      'not JSON',
    ]
    for (const body of forged) assert.equal(await post(body), 401, body.slice(0, 300))
    assert.deepEqual(await lab.suppressions(), [])
  })

  test('a subscription is confirmed at the host of its region only', async (context) => {
    const lab = await openBounceLab(context)
    const post = await openSes(lab)
    for (const SubscribeURL of ['https://evil.example/?Action=ConfirmSubscription&', 'http://127.0.0.1/']) {
      const fields = { Type: 'SubscriptionConfirmation', Token: 'token', SubscribeURL }
      assert.equal(await post(notification(lab, 'Confirm', { fields })), 401)
    }
    assert.equal((await lab.host.as('admin').call(listProviders, {})).items[0]?.isConfirmed, false)
  })
})

suite('Postmark', () => {
  const bounce = {
    RecordType: 'Bounce',
    ID: 4_323_372,
    Type: 'HardBounce',
    Email: 'ada@peer.example',
    Details: 'unknown',
  }

  async function openPostmark(lab: BounceLab, keepFormerHours = 0) {
    const { path, secret } = await lab.host.as('admin').call(rotateProvider, { provider: 'postmark', keepFormerHours })
    const post = async (body: unknown, password = secret ?? '', user = 'mail'): Promise<number> => {
      const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
      const headers = { 'content-type': 'application/json', authorization }
      return (await lab.host.as('anonymous').post(path ?? '', JSON.stringify(body), { headers })).status
    }
    return { post, secret: secret ?? '' }
  }

  test('bounces, complaints and opt-outs suppress by their kind, once', async (context) => {
    const lab = await openBounceLab(context)
    const { post } = await openPostmark(lab)
    const reports = [
      bounce,
      bounce,
      { RecordType: 'SpamComplaint', ID: 2, Type: 'SpamComplaint', Email: 'eve@peer.example' },
      {
        RecordType: 'SubscriptionChange',
        SuppressSending: true,
        Recipient: 'bob@peer.example',
        SuppressionReason: 'ManualSuppression',
      },
      { RecordType: 'Bounce', ID: 3, Type: 'SpamNotification', Email: 'policy@peer.example' },
      { RecordType: 'Bounce', ID: 4, Type: 'Transient', Email: 'soft@peer.example' },
      { RecordType: 'Bounce', ID: 5, Type: 'AutoResponder', Email: 'away@peer.example' },
      { RecordType: 'Open', Recipient: 'open@peer.example' },
      null,
    ]
    for (const report of reports) assert.equal(await post(report), 202)
    assert.deepEqual(await lab.summary(), [
      ['ada@peer.example', 'bounce', 1],
      ['bob@peer.example', 'unsubscribe', 1],
      ['eve@peer.example', 'complaint', 1],
    ])
    assert.deepEqual(await lab.suppressions('otherOwner'), [])
  })

  test('without the secret nothing is recorded, and a former one counts as long as it was kept', async (context) => {
    const lab = await openBounceLab(context)
    const first = await openPostmark(lab)
    assert.equal(await first.post(bounce, 'wrong'), 401)
    assert.equal(await first.post(bounce, first.secret, 'other'), 401)
    const second = await openPostmark(lab, 1)
    assert.equal(await first.post({ ...bounce, ID: 7 }), 202)
    lab.host.clock.advance({ hours: 2 })
    assert.equal(await first.post({ ...bounce, ID: 8 }), 401)
    assert.equal(await second.post({ ...bounce, ID: 9 }), 202)
    await lab.host.as('admin').call(deleteProvider, { provider: 'postmark' })
    assert.equal(await second.post(bounce), 401)
  })

  test('members see no endpoint, and a topic is asked for', async (context) => {
    const lab = await openBounceLab(context)
    await assert.rejects(lab.host.as('member').call(listProviders, {}), refused('forbidden'))
    await assert.rejects(lab.host.as('admin').call(rotateProvider, { provider: 'ses' }), refused('invalid_input'))
    await lab.host.as('member').call(addSuppression, { address: 'ada@peer.example' })
  })
})
