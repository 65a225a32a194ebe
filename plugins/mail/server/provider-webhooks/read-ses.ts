import { failureKind } from '@host/email'
import { fieldsOf, listOfFields, textOf, type ProviderFailure } from './provider-report.ts'

/** Subtypes of transient bounces that are about the message, as the documentation of SES names them. */
const aboutMessage = new Set(['ContentRejected', 'AttachmentRejected'])

/** Reads a notification or event of SES: bounces and complaints. Others have no failures. */
export function readSes(body: unknown): readonly ProviderFailure[] {
  const report = fieldsOf(body)
  const type = textOf(report['notificationType'], 40) || textOf(report['eventType'], 40)
  const envelopeFrom = textOf(fieldsOf(report['mail'])['source'], 320)
  if (type === 'Bounce') return bouncesOf(fieldsOf(report['bounce']), envelopeFrom)
  return type === 'Complaint' ? complaintsOf(fieldsOf(report['complaint']), envelopeFrom) : []
}

type Fields = Readonly<Record<string, unknown>>

function bouncesOf(bounce: Fields, envelopeFrom: string): readonly ProviderFailure[] {
  const [type, subtype] = [textOf(bounce['bounceType'], 40), textOf(bounce['bounceSubType'], 60)]
  return listOfFields(bounce['bouncedRecipients']).map((recipient) => {
    const status = /^[245]\.\d{1,3}\.\d{1,3}$/.exec(textOf(recipient['status'], 20))?.[0] ?? ''
    const text = textOf(recipient['diagnosticCode']) || subtype
    return {
      address: textOf(recipient['emailAddress'], 320),
      kind: kindOf({ type, subtype }, { status, text }),
      reply: text,
      envelopeFrom,
    }
  })
}

/** SES calls refusals by policy permanent, too, so the reply counts where it says so. */
function kindOf(
  { type, subtype }: { readonly type: string; readonly subtype: string },
  reply: Parameters<typeof failureKind>[0],
): ProviderFailure['kind'] {
  if (type === 'Permanent') return failureKind(reply) === 'policy' ? 'policy' : 'hard'
  return aboutMessage.has(subtype) ? 'policy' : 'soft'
}

function complaintsOf(complaint: Fields, envelopeFrom: string): readonly ProviderFailure[] {
  const reply = textOf(complaint['complaintFeedbackType'], 60)
  if (reply === 'not-spam' || reply === 'auth-failure') return []
  return listOfFields(complaint['complainedRecipients']).map((recipient) => ({
    address: textOf(recipient['emailAddress'], 320),
    kind: 'complaint',
    reply: reply || 'complaint',
    envelopeFrom,
  }))
}
