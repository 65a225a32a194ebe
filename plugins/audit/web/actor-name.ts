import type { Translate } from '@host/plugin-sdk'
import type { ListedAuditEntry } from '../shared.ts'

/** The name of an actor; an actor who is no longer a member is shown by ID. */
export function actorName(actor: ListedAuditEntry['actor'], t: Translate): string {
  const { kind, id, name, tokenName, grantedByName, grantedById } = actor
  if (kind === 'host' || kind === 'anonymous') return t(`audit.kind.${kind}`)
  const person = name ?? id ?? t('audit.kind.unknown')
  if (kind === 'user') return person
  if (kind === 'support') return t('audit.kind.support', { name: person, owner: grantedByName ?? grantedById ?? '' })
  if (tokenName === null) return t(`audit.kind.${kind}`, { name: person })
  return t(`audit.named.${kind}`, { name: person, token: tokenName })
}
