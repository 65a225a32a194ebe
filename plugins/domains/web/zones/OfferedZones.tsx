import { Combobox, ErrorNote, Field, Skeleton, useQuery, useTranslation, type Translate } from '@host/plugin-sdk'
import { listOfferedZones } from '../../shared.ts'

export interface OfferedZonesProps {
  readonly accountId: string
  readonly value: string | null
  readonly error: string | undefined
  readonly onChange: (name: string | null) => void
}

/** The zones of an account that are not in this workspace. */
export function OfferedZones({ accountId, value, error, onChange }: OfferedZonesProps) {
  const { t } = useTranslation()
  const offered = useQuery(listOfferedZones, { id: accountId }, { errors: 'page', staleMilliseconds: 0 })
  if (offered.error !== null) return <ErrorNote error={offered.error} onRetry={() => void offered.refetch()} />
  const items = offered.data?.items ?? []
  const others = items.filter(({ zoneId }) => zoneId === null)
  const held = items.length - others.length
  const hint = offered.data === undefined ? t('domains.zones.reading') : hintOf(t, { others: others.length, held })
  return (
    <Field label={t('domains.zones.zone')} hint={hint} error={error} required>
      {offered.data === undefined ? (
        <Skeleton className="h-control w-full" />
      ) : (
        <Combobox
          value={value}
          options={others.map(({ name, shownName }) => ({
            value: name,
            label: shownName,
            ...(name !== shownName && { description: name }),
          }))}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

interface OfferedCounts {
  readonly others: number
  /** In this workspace already. */
  readonly held: number
}

function hintOf(t: Translate, { others, held }: OfferedCounts): string {
  if (others === 0) return t('domains.zones.noneOffered')
  return held > 0 ? t('domains.zones.held', { count: held }) : t('domains.zones.offeredHint')
}
