import { EmptyState, useListQuery, useTranslation } from '@host/plugin-sdk'
import { listWatches } from '../../shared.ts'
import { WatchState } from './WatchState.tsx'

export interface GoneSetProps {
  readonly zoneId: string
  /** The whole name. */
  readonly name: string
  readonly type: string
}

/** A record set that the zone doesn't have, and its background check when it was deleted outside. */
export function GoneSet({ zoneId, name, type }: GoneSetProps) {
  const { t } = useTranslation()
  const { items } = useListQuery(listWatches, { id: zoneId, name, type, limit: 1 })
  const watch = items?.[0]
  return (
    <>
      <EmptyState icon="search" title={t('domains.records.gone')} />
      {watch !== undefined && (
        <section
          aria-label={t('domains.watch.title')}
          className="mt-6 flex flex-col gap-2 border-t border-line pt-4 text-sm"
        >
          <h3 className="font-medium">{t('domains.watch.title')}</h3>
          <WatchState watch={watch} />
        </section>
      )}
    </>
  )
}
