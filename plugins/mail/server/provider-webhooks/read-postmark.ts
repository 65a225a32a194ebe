import { fieldsOf, textOf, type ProviderFailure, type ProviderReport } from './provider-report.ts'

/** Kinds of bounces as Postmark's documentation names them (Bounce API, bounce types). */
const hard = new Set(['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated'])
const policy = new Set([
  'Blocked',
  'SpamNotification',
  'VirusNotification',
  'ChallengeVerification',
  'DMARCPolicy',
  'TemplateRenderingFailed',
  'InboundError',
  'SMTPApiError',
])
const soft = new Set(['SoftBounce', 'Transient', 'DnsError', 'UnconfirmedDeliveryTemporary', 'Undetermined', 'Unknown'])

/**
 * Reads a webhook of Postmark: a bounce, a complaint, or a recipient who unsubscribed.
 * @returns no failures for a report of another kind
 */
export function readPostmark(body: unknown): ProviderReport {
  const report = fieldsOf(body)
  const record = textOf(report['RecordType'], 40)
  const number = typeof report['ID'] === 'number' ? String(report['ID']) : ''
  const moment = textOf(report['BouncedAt'], 60) || textOf(report['ChangedAt'], 60)
  const id = JSON.stringify(['postmark', record, number, textOf(report['MessageID'], 100), moment, addressOf(report)])
  const kind = kindOf(record, report)
  if (kind === undefined) return { id, failures: [] }
  const reply = textOf(report['Details']) || textOf(report['Description']) || textOf(report['SuppressionReason'])
  return { id, failures: [{ address: addressOf(report), kind, reply, envelopeFrom: '' }] }
}

type Report = Readonly<Record<string, unknown>>

function addressOf(report: Report): string {
  return textOf(report['Email'], 320) || textOf(report['Recipient'], 320)
}

function kindOf(record: string, report: Report): ProviderFailure['kind'] | undefined {
  const type = textOf(report['Type'], 60)
  if (record === 'SpamComplaint' || type === 'SpamComplaint') return 'complaint'
  if (record === 'SubscriptionChange') return kindOfChange(report)
  if (record !== 'Bounce') return undefined
  if (type === 'Unsubscribe') return 'unsubscribe'
  if (hard.has(type)) return 'hard'
  if (policy.has(type)) return 'policy'
  return soft.has(type) ? 'soft' : undefined
}

function kindOfChange(report: Report): ProviderFailure['kind'] | undefined {
  if (report['SuppressSending'] !== true) return undefined
  const reason = textOf(report['SuppressionReason'], 40)
  if (reason === 'HardBounce') return 'hard'
  return reason === 'SpamComplaint' ? 'complaint' : 'unsubscribe'
}
