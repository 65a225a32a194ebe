import type { IdentityEmail, IdentityMail } from '../mail/identity-mail.ts'
import type { Reader } from './recovery-service.ts'

type Links = Pick<IdentityMail, 'linkTo'>

/** The email with the link that verifies an address. */
export function verifyEmail(mail: Links, reader: Reader, token: string): IdentityEmail {
  return { kind: 'verify', ...reader, names: {}, link: mail.linkTo('/verify', token) }
}

/** The email with the link that sets a new password. */
export function resetEmail(mail: Links, reader: Reader, token: string): IdentityEmail {
  return { kind: 'reset', ...reader, names: {}, link: mail.linkTo('/reset', token) }
}
