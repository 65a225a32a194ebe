import { issueLink, linkLife, type LinkPurpose } from './account-links.ts'
import type { Reader, RecoveryParts } from './recovery-service.ts'

/** A link for an account, and who reads it. */
export interface AskedLink {
  readonly reader: Reader
  readonly userId: string
  readonly purpose: Exclude<LinkPurpose, 'email' | 'operator'>
}

/** Makes a link and queues the email with it, as parts of one transaction. The email is not sent once the link has ended. */
export async function queueLink(parts: RecoveryParts, { reader, userId, purpose }: AskedLink): Promise<void> {
  const { db, mail, clock } = parts
  const now = clock()
  const token = await issueLink(db, { userId, purpose }, now)
  const link = mail.linkTo(`/${purpose}`, token)
  await mail.queue({ kind: purpose, ...reader, names: {}, link }, now + linkLife[purpose])
}
