/** Fields of the recipient in a delivery status (RFC 3464). */
export interface StatusFields {
  readonly recipient: string
  /** In lower case: `failed`, `delayed`, `delivered`, `relayed`, `expanded`, or an empty text. */
  readonly action: string
  readonly status: string
  readonly diagnostic: string
}

/** Characters and recipients of a status that are looked at. */
const [longestStatus, mostRecipients] = [64_000, 100]

/** The recipients of a delivery status. Without one, a group with an action stands for all of them. */
export function readStatusFields(text: string): readonly StatusFields[] {
  const lines = text.slice(0, longestStatus).replaceAll('\r\n', '\n').replaceAll('\r', '\n')
  const groups = lines.split(/\n[ \t]*\n/).map(fieldsOf)
  // Some servers write the action above the group of the recipient.
  const shared = groups.filter((fields) => !isRecipient(fields) && fields.has('action'))
  const recipients = groups.filter(isRecipient).slice(0, mostRecipients)
  if (recipients.length === 0) return shared.slice(0, mostRecipients).map(statusOf)
  const action = shared[0]?.get('action') ?? ''
  return recipients.map((fields) => statusOf(fields.has('action') ? fields : new Map([...fields, ['action', action]])))
}

type Fields = ReadonlyMap<string, string>

function isRecipient(fields: Fields): boolean {
  return fields.has('final-recipient') || fields.has('original-recipient')
}

function statusOf(fields: Fields): StatusFields {
  return {
    recipient: recipientOf(fields.get('original-recipient')) || recipientOf(fields.get('final-recipient')),
    action: /^[a-z]+/.exec((fields.get('action') ?? '').toLowerCase())?.[0] ?? '',
    status: /[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? '',
    diagnostic: diagnosticOf(fields),
  }
}

function fieldsOf(group: string): Fields {
  const fields = new Map<string, string>()
  for (const line of group.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase()
    if (!/^[a-z][a-z0-9-]{1,60}$/.test(name) || fields.has(name)) continue
    fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}

const toldBy = ['diagnostic-code', 'status', 'x400-supplementary-info', 'x-supplementary-info', 'action']

/** Status and action may have words, too. */
function diagnosticOf(fields: Fields): string {
  const texts = toldBy.map((name) => fields.get(name) ?? '').filter((text) => text !== '')
  return texts.join(' ').slice(0, 2_000).trim()
}

/** `rfc822; ada@example.com` without its type. */
function recipientOf(value = ''): string {
  return addressIn(value.slice(value.indexOf(';') + 1)) ?? ''
}

/** The first address in a text. */
export function addressIn(text: string): string | undefined {
  return /[^\s<>()[\]:;,"'@]{1,64}@[^\s<>()[\]:;,"'@]{1,253}/.exec(text.slice(0, 2_000))?.[0]
}
