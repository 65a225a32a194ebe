import type { Draft, EmailAddress } from '../../shared.ts'

/** The parts of a draft that are typed. */
export interface DraftContent {
  readonly to: readonly EmailAddress[]
  readonly cc: readonly EmailAddress[]
  readonly bcc: readonly EmailAddress[]
  readonly subject: string
  readonly text: string
  readonly fromName: string
}

export function contentOf({ to, cc, bcc, subject, text, fromName }: Draft): DraftContent {
  return { to, cc, bcc, subject, text, fromName }
}

export function isSame(one: DraftContent, other: DraftContent): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The parts that differ, for a change of the draft. */
export function changesBetween(saved: DraftContent, next: DraftContent) {
  const { to, cc, bcc, subject, text, fromName } = next
  const addresses = (list: readonly EmailAddress[]) => list.map(({ name, address }) => ({ name, address }))
  const differs = (field: keyof DraftContent) => JSON.stringify(saved[field]) !== JSON.stringify(next[field])
  return {
    ...(differs('to') && { to: addresses(to) }),
    ...(differs('cc') && { cc: addresses(cc) }),
    ...(differs('bcc') && { bcc: addresses(bcc) }),
    ...(differs('subject') && { subject }),
    ...(differs('text') && { text }),
    ...(differs('fromName') && { fromName }),
  }
}
