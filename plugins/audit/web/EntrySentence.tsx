import { useTranslation } from '@host/plugin-sdk'
import type { ListedAuditEntry } from '../shared.ts'
import { actorName } from './actor-name.ts'

/** An entry as a sentence; the code of an action that has none. */
export function EntrySentence({ entry }: { readonly entry: ListedAuditEntry }) {
  const { t } = useTranslation()
  const { actor, action, sentence } = entry
  return (
    <>
      <span className="font-medium">{actorName(actor, t)}</span>{' '}
      {sentence ?? <code className="font-mono text-xs">{action}</code>}
    </>
  )
}
