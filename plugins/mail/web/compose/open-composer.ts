import type { DraftKind } from '../../shared.ts'

/** What is written, and from where. */
export interface ComposerOptions {
  /** `new` when left out. */
  readonly kind?: DraftKind
  /** The email that is answered or forwarded. */
  readonly emailId?: string
  /** The mailbox to write from; the one of the email, or the caller's first, when left out. */
  readonly mailboxId?: string
  /** The first recipient. */
  readonly to?: string
}

/**
 * The page that begins a draft and shows it in the composer, for a link or `useNavigate`.
 * @example navigate(composerPath({ kind: 'reply', emailId: email.id }))
 */
export function composerPath({ kind = 'new', emailId, mailboxId, to }: ComposerOptions = {}): `/${string}` {
  const given = { kind, email: emailId, mailbox: mailboxId, to }
  const entries = Object.entries(given).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== 'new',
  )
  const query = new URLSearchParams(entries).toString()
  return query === '' ? '/mail/write' : `/mail/write?${query}`
}

/** The page of a draft that is there. */
export function draftPath(draftId: string): `/${string}` {
  return `/mail/write/${encodeURIComponent(draftId)}`
}
