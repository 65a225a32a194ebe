/** A letter that no further try would bring through: the server said so for good. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}
