import type { SmtpEnvelope } from './envelope.ts'
import { replies } from './replies.ts'
import type { SmtpReply } from './reply.ts'

type MailParameters = Pick<SmtpEnvelope, 'declaredBytes' | 'body' | 'usesUtf8'>

const noParameters: MailParameters = { declaredBytes: undefined, body: '7BIT', usesUtf8: false }

/** Reads the parameters of MAIL: SIZE, BODY and SMTPUTF8. REQUIRETLS has a refusal of its own (RFC 8689). */
export function readMailParameters(given: ReadonlyMap<string, string | undefined>): MailParameters | SmtpReply {
  const parameters = { ...noParameters }
  for (const [keyword, value] of given) {
    const read = readParameter(keyword, value)
    if ('code' in read) return read
    Object.assign(parameters, read)
  }
  return parameters
}

function readParameter(keyword: string, value: string | undefined): Partial<MailParameters> | SmtpReply {
  switch (keyword) {
    case 'SIZE':
      return value !== undefined && /^\d{1,15}$/.test(value) ? { declaredBytes: Number(value) } : replies.badArgument
    case 'BODY':
      return readBody(value)
    case 'SMTPUTF8':
      return value === undefined ? { usesUtf8: true } : replies.badArgument
    case 'REQUIRETLS':
      return replies.needsTlsOnward
    default:
      return replies.badParameter
  }
}

function readBody(value: string | undefined): Partial<MailParameters> | SmtpReply {
  const body = value?.toUpperCase()
  return body === '7BIT' || body === '8BITMIME' ? { body } : replies.badParameter
}
