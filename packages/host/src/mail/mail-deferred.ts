/** An email that the server did not accept this time. The message has codes alone: the server's words may repeat the email. */
export class MailDeferred extends Error {
  override readonly name = 'MailDeferred'
}
