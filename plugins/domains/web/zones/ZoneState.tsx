import { Badge, useTranslation } from '@host/plugin-sdk'
import type { Zone } from '../../shared.ts'
import { useZoneProblem } from './useZoneProblem.ts'

/** Whether the records of a zone could be read, whether watched ones are wrong, and whether any changed outside. */
export function ZoneState({ zone: { problem, driftAt, failing } }: { readonly zone: Zone }) {
  const { t } = useTranslation()
  const problemText = useZoneProblem()
  if (problem !== null) {
    return (
      <Badge tone="danger" dot>
        {problemText(problem).title}
      </Badge>
    )
  }
  if (failing > 0) {
    return (
      <Badge tone="danger" dot>
        {t('domains.zones.state.failing', { count: failing })}
      </Badge>
    )
  }
  return (
    <Badge tone={driftAt === null ? 'positive' : 'warning'} dot>
      {t(driftAt === null ? 'domains.zones.state.ok' : 'domains.zones.state.drift')}
    </Badge>
  )
}
