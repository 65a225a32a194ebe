import type { Folder, SenderVerdicts } from '../../shared.ts'
import type { FoundMailbox } from './find-mailboxes.ts'

/** The folder of an email by the checks of its sender, or `refuse`, as its mailbox decides. */
export function judgeSender(
  { onDmarcReject, onDmarcQuarantine }: Pick<FoundMailbox, 'onDmarcReject' | 'onDmarcQuarantine'>,
  checks: SenderVerdicts | undefined,
): Extract<Folder, 'inbox' | 'spam'> | 'refuse' {
  if (checks?.dmarc.result !== 'fail') return 'inbox'
  const { policy } = checks.dmarc
  const wish = policy === 'reject' ? onDmarcReject : policy === 'quarantine' ? onDmarcQuarantine : 'accept'
  return wish === 'accept' ? 'inbox' : wish
}
