import { createVerify, X509Certificate } from 'node:crypto'
import { topicPattern } from '../../shared.ts'
import { fieldsOf, textOf } from './provider-report.ts'

/** A message of SNS whose signature was not checked yet. */
export interface SnsMessage {
  readonly type: 'Notification' | 'SubscriptionConfirmation' | 'UnsubscribeConfirmation'
  readonly id: string
  readonly topic: string
  readonly message: string
  readonly timestamp: string
  readonly subscribeUrl: string
  readonly certificateUrl: string
  readonly signature: string
  /** The text that is signed. */
  readonly signed: string
}

const types = ['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation'] as const
/** SNS repeats a notification for 23 days. */
const oldest = 24 * 86_400_000
const longestMessage = 262_144
/** Fields that are signed, in their order. */
const notificationFields = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const
const confirmationFields = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const

/**
 * Reads a message of SNS. Version 1 of its signature is by SHA-1 and refused.
 * @returns undefined for a body that can't be one of this topic, whose certificate need not be fetched
 */
export function readSns(
  body: unknown,
  { topic, now }: { readonly topic: string; readonly now: number },
): SnsMessage | undefined {
  const fields = fieldsOf(body)
  const type = types.find((known) => known === fields['Type'])
  const text = (name: string): string => textOf(fields[name], longestMessage)
  const host = hostOf(topic)
  const sent = Date.parse(text('Timestamp'))
  const isDated = sent > now - oldest && sent < now + 3_600_000
  const isOwn = topic !== '' && text('TopicArn') === topic && text('SignatureVersion') === '2'
  if (type === undefined || host === undefined || !isOwn || !isDated) return undefined
  if (!isCertificateUrl(text('SigningCertURL'), host)) return undefined
  const names = type === 'Notification' ? notificationFields : confirmationFields
  const signed = names.filter((name) => fields[name] !== undefined).map((name) => `${name}\n${text(name)}\n`)
  if (type !== 'Notification' && !isSubscribeUrl(text('SubscribeURL'), host)) return undefined
  return {
    type,
    id: text('MessageId').slice(0, 100),
    topic,
    message: text('Message'),
    timestamp: text('Timestamp'),
    subscribeUrl: text('SubscribeURL'),
    certificateUrl: text('SigningCertURL'),
    signature: text('Signature').slice(0, 1_000),
    signed: signed.join(''),
  }
}

/** The host of SNS in the region of a topic. */
function hostOf(topic: string): string | undefined {
  const [, partition, region] = topicPattern.exec(topic) ?? []
  if (partition === undefined || region === undefined) return undefined
  return `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`
}

function isCertificateUrl(text: string, host: string): boolean {
  return (
    text.startsWith(`https://${host}/`) &&
    /^\/SimpleNotificationService-[\w-]{1,64}\.pem$/.test(text.slice(`https://${host}`.length))
  )
}

function isSubscribeUrl(text: string, host: string): boolean {
  return text.startsWith(`https://${host}/?Action=ConfirmSubscription&`) && text.length <= 2_000 && URL.canParse(text)
}

/** Whether a message was signed with the key of a certificate that is valid now. */
export function isSigned({ signed, signature }: SnsMessage, certificate: string, now: number): boolean {
  try {
    const { publicKey, validFrom, validTo } = new X509Certificate(certificate)
    if (now < Date.parse(validFrom) || now > Date.parse(validTo)) return false
    return createVerify('sha256').update(signed, 'utf8').verify(publicKey, signature, 'base64')
  } catch {
    return false
  }
}
