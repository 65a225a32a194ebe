import assert from 'node:assert/strict'
import { createSign, type KeyObject } from 'node:crypto'
import { suite, test, type TestContext } from 'node:test'
import { certify } from '@host/testing/hostile-lab'
import { listProviders, rotateProvider } from '../../shared.ts'
import { openBounceLab } from '../testing/bounce-lab.ts'
import { startHttpsSite, withoutHttpsPort } from '../testing/https-site.ts'
import { startNameServer } from '../testing/name-server.ts'

/**
 * Messages in the shape of "Parsing Amazon SNS message formats" and "Verifying the signatures of Amazon SNS messages" in the
 * developer guide of SNS, recorded from there with values of our own, and signed by version 2. A local site stands for SNS.
 */
const topic = 'arn:aws:sns:eu-west-1:123456789012:bounces'
const sns = 'sns.eu-west-1.amazonaws.com'
const signer = certify('sns.amazonaws.com')
const confirmUrl = `https://${sns}/?Action=ConfirmSubscription&TopicArn=${topic}&Token=2336412f37`

type Fields = Readonly<Record<string, string>>

async function openLab(context: TestContext, { wrongNames = [] as readonly string[] } = {}) {
  const site = await startHttpsSite(
    context,
    (url) => ({ body: url.pathname.endsWith('.pem') ? signer.cert : '<ok/>' }),
    {
      wrongNames,
    },
  )
  const names = await startNameServer(context, { [`A ${sns}`]: site.address, 'A evil.example': site.address })
  const lab = await openBounceLab(context, { outbound: site.outbound(names) })
  const admin = lab.host.as('admin')
  const { path } = await admin.call(rotateProvider, { provider: 'ses', topic })
  const message = (type: string, fields: Fields = {}, key: KeyObject = signer.key): string => {
    const body: Fields = {
      Type: type,
      MessageId: '165545c9-2a5c-472c-8df2-7ff2be2b3b1b',
      Token: '2336412f37',
      TopicArn: topic,
      Message: `You have chosen to subscribe to the topic ${topic}.\nTo confirm the subscription, visit the SubscribeURL included in this message.`,
      SubscribeURL: confirmUrl,
      Timestamp: new Date(lab.host.clock.now()).toISOString(),
      SignatureVersion: '2',
      SigningCertURL: `https://${sns}/SimpleNotificationService-01d088a6f77103d0fe307c0069e40ed6.pem`,
      ...fields,
    }
    const signed = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
    const text = signed.map((name) => `${name}\n${body[name]}\n`).join('')
    return JSON.stringify({ ...body, Signature: createSign('sha256').update(text).sign(key, 'base64') })
  }
  const post = async (body: string) => {
    const headers = {
      'content-type': 'text/plain; charset=UTF-8',
      'x-amz-sns-message-type': 'SubscriptionConfirmation',
    }
    return (await lab.host.as('anonymous').post(path ?? '', body, { headers })).status
  }
  const isConfirmed = async () => (await admin.call(listProviders, {})).items[0]?.isConfirmed
  return { site, message, post, isConfirmed }
}

suite('a subscription of SNS', { skip: withoutHttpsPort }, () => {
  test('is confirmed by the certificate and the address of the message, and a replay changes nothing', async (context) => {
    const { site, message, post, isConfirmed } = await openLab(context)
    const confirmation = message('SubscriptionConfirmation')
    assert.equal(await post(confirmation), 202)
    assert.equal(await isConfirmed(), true)
    assert.deepEqual(site.requests, [
      `https://${sns}/SimpleNotificationService-01d088a6f77103d0fe307c0069e40ed6.pem`,
      confirmUrl,
    ])
    const ended = message('UnsubscribeConfirmation', { MessageId: '47138184-6831-46b8-8f7c-afc488602d7d' })
    assert.equal(await post(ended), 202)
    assert.equal(await isConfirmed(), false)
    assert.equal(await post(confirmation), 202)
    assert.equal(await isConfirmed(), false)
    const again = message('SubscriptionConfirmation', { MessageId: 'ee3a3c5a-0c1d-4ae0-b5ff-9f0a7bff9c2e' })
    assert.equal(await post(again), 202)
    assert.equal(await post(ended), 202)
    assert.equal(await isConfirmed(), true)
  })

  test('is not confirmed by another host, another key or an altered text, and no other host is asked', async (context) => {
    const { site, message, post, isConfirmed } = await openLab(context)
    const forged = [
      message('SubscriptionConfirmation', { SubscribeURL: confirmUrl.replace(sns, 'evil.example') }),
      message('SubscriptionConfirmation', { SigningCertURL: 'https://evil.example/SimpleNotificationService-1.pem' }),
      message('SubscriptionConfirmation', {}, certify('sns.amazonaws.com').key),
      message('SubscriptionConfirmation').replaceAll('2336412f37', '0000000000'),
    ]
    for (const body of forged) assert.equal(await post(body), 401, body)
    assert.equal(await isConfirmed(), false)
    assert.ok(site.requests.every((url) => url.startsWith(`https://${sns}/SimpleNotificationService-`)))
  })

  test('is not confirmed where the host has a certificate of another name, and may come again', async (context) => {
    const { site, message, post, isConfirmed } = await openLab(context, { wrongNames: [sns] })
    assert.equal(await post(message('SubscriptionConfirmation')), 503)
    assert.deepEqual([await isConfirmed(), site.requests], [false, []])
  })
})
