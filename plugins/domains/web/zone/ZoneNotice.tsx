import { Alert, ButtonLink, RelativeTime, useTranslation } from '@host/plugin-sdk'
import type { ZoneDetails } from '../../shared.ts'
import { useZoneProblem } from '../zones/useZoneProblem.ts'

/** Why a zone could not be read, or that its records changed outside. */
export function ZoneNotice({ zone }: { readonly zone: ZoneDetails }) {
  const problemText = useZoneProblem()
  const { problem } = zone
  if (problem === null) return <DriftNotice zone={zone} />
  const { title, nextStep } = problemText(problem)
  return (
    <Alert tone="danger" title={title}>
      {nextStep}
    </Alert>
  )
}

function DriftNotice({ zone: { id, driftAt, lastDrift, lastChange } }: { readonly zone: ZoneDetails }) {
  const { t } = useTranslation()
  if (driftAt === null || lastDrift === null) return null
  const author = lastChange?.plannedBy?.name ?? lastChange?.plugin
  const link = (
    <ButtonLink to={`/domains/zones/${id}/changes/${lastDrift.id}`} size="compact">
      {t('domains.drift.show')}
    </ButtonLink>
  )
  return (
    <Alert tone="warning" title={t('domains.drift.title', { count: lastDrift.count })} action={link}>
      <p>
        {t('domains.drift.found')} <RelativeTime value={driftAt} />
      </p>
      {lastChange !== null && (
        <p>
          {t('domains.drift.last', { title: lastChange.title, name: author ?? '' })}{' '}
          <RelativeTime value={lastChange.finishedAt ?? lastChange.createdAt} />
        </p>
      )}
    </Alert>
  )
}
