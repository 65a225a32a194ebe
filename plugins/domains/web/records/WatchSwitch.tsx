import { ErrorNote, Toggle, useMutation, usePermission, useTranslation } from '@host/plugin-sdk'
import {
  listRecords,
  listWatches,
  readZone,
  watchRecord,
  type ListedRecordSet,
  type ZoneDetails,
} from '../../shared.ts'
import { WatchState } from './WatchState.tsx'

export interface WatchSwitchProps {
  readonly zone: ZoneDetails
  readonly set: ListedRecordSet
}

/** Whether a record set is checked in the background, and what the last check found. */
export function WatchSwitch({ zone: { id }, set: { name, type, watch } }: WatchSwitchProps) {
  const { t } = useTranslation()
  const mayChange = usePermission(watchRecord)
  const { mutate, error, isPending } = useMutation(watchRecord, { invalidates: [listRecords, listWatches, readZone] })
  const isOwned = watch !== null && !watch.isChosen
  const label = t('domains.watch.title')
  return (
    <section aria-label={label} className="mt-6 flex flex-col gap-2 border-t border-line pt-4 text-sm">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h3 className="font-medium">{label}</h3>
          <p className="text-muted">{t(isOwned ? 'domains.watch.owned' : 'domains.watch.help')}</p>
        </div>
        <Toggle
          label={label}
          checked={watch !== null}
          disabled={isPending || isOwned || !mayChange}
          onChange={(isWatched) => mutate({ id, name: `${name}.`, type, isWatched })}
        />
      </div>
      <ErrorNote error={error} />
      {watch !== null && <WatchState watch={watch} />}
    </section>
  )
}
