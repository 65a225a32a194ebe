/** An email that no further attempt would bring through: the server refused it for good. Plugins know it by its name. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}
