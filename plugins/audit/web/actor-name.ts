import type { Translate } from '@host/plugin-sdk'
import type { ListedAuditEntry } from '../shared.ts'

/** What people call whoever did something; who is in the list no more is called by their id. */
export function actorName({ kind, id, name }: ListedAuditEntry['actor'], t: Translate): string {
  if (kind === 'host' || kind === 'anonymous') return t(`audit.kind.${kind}`)
  const person = name ?? id ?? t('audit.kind.unknown')
  return kind === 'user' ? person : t(`audit.kind.${kind}`, { name: person })
}
