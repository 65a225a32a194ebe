import { DnsError, type DnsErrorCode } from '../dns-error.ts'
import { rcodeName } from '../message/message.ts'

const answers: Readonly<Record<string, readonly [code: DnsErrorCode, message: string]>> = {
  FORMERR: ['formerr', "The server can't read the request."],
  SERVFAIL: ['servfail', 'The server failed to process the request.'],
  NXDOMAIN: ['nxdomain', "The name doesn't exist."],
  NOTIMP: ['notimp', "The server doesn't support this request."],
  REFUSED: ['refused', 'The server refused the request. Check what the key may do there.'],
  YXDOMAIN: ['yxdomain', 'A name exists that must not exist.'],
  YXRRSET: ['yxrrset', 'Records exist that must not exist.'],
  NXRRSET: ['nxrrset', "The records aren't as expected. They were changed in the meantime."],
  NOTAUTH: ['notauth', "The server isn't authoritative for the zone, or doesn't accept the key."],
  NOTZONE: ['notzone', 'A name is outside the zone.'],
}

/** The error for an answer that isn't NOERROR. */
export function rcodeError(rcode: number): DnsError {
  const name = rcodeName(rcode)
  const [code, message] = answers[name] ?? ['rcode', `The server answered ${name}.`]
  return new DnsError(code, message)
}
