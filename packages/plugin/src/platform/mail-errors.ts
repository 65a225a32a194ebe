import { matchAcrossCopies } from '../across-copies.ts'

/**
 * An email that the server did not accept this time. The host stores the message, so it has codes alone: the words of a
 * server may repeat the email.
 */
export class MailDeferred extends Error {
  override readonly name = 'MailDeferred'
}

/** The same for an email that the server refused permanently. Plugins recognize it by its name. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

matchAcrossCopies(MailDeferred, 'MailDeferred')
matchAcrossCopies(MailRefused, 'MailRefused')
