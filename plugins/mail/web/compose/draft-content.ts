import type { Draft, EmailAddress } from '../../shared.ts'

/** The parts of a draft that are typed. */
export interface DraftContent {
  readonly to: readonly EmailAddress[]
  readonly cc: readonly EmailAddress[]
  readonly bcc: readonly EmailAddress[]
  readonly subject: string
  /** HTML that is edited. */
  readonly html: string
  /** Its text alternative, typed only where the HTML is not. */
  readonly text: string
  readonly fromName: string
}

export function contentOf({ to, cc, bcc, subject, editable: html, text, fromName }: Draft): DraftContent {
  return { to, cc, bcc, subject, html, text, fromName }
}

export function isSame(one: DraftContent, other: DraftContent): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The parts that differ, for a change of the draft. */
export function changesBetween(saved: DraftContent, next: DraftContent) {
  const { to, cc, bcc, subject, html, text, fromName } = next
  const addresses = (list: readonly EmailAddress[]) => list.map(({ name, address }) => ({ name, address }))
  const differs = (field: keyof DraftContent) => JSON.stringify(saved[field]) !== JSON.stringify(next[field])
  return {
    ...(differs('to') && { to: addresses(to) }),
    ...(differs('cc') && { cc: addresses(cc) }),
    ...(differs('bcc') && { bcc: addresses(bcc) }),
    ...(differs('subject') && { subject }),
    // The server makes the text of HTML that was changed.
    ...(differs('html') ? { html } : differs('text') && { text }),
    ...(differs('fromName') && { fromName }),
  }
}
