import {
  Alert,
  Button,
  ErrorNote,
  Link,
  Skeleton,
  useListQuery,
  useMutation,
  usePermission,
  useTranslation,
} from '@host/plugin-sdk'
import { listRecords, listWatches, readZone, watchRecord, type WatchedSet, type ZoneDetails } from '../../shared.ts'

/** Record sets that are named; the others follow when these are right. */
const mostShown = 10

/** Watched record sets that name servers have wrong, and those that were deleted outside, which no list of records has. */
export function FailingRecords({ zone: { id, failing, gone } }: { readonly zone: ZoneDetails }) {
  const { t } = useTranslation()
  const { items, error } = useListQuery(listWatches, { id, needsAction: true, limit: mostShown })
  if (items?.length === 0 || (items === undefined && error !== null)) return null
  // In place of the list, so that the records below it don't move.
  const waiting = Array.from({ length: Math.min(mostShown, Math.max(failing, gone)) }, (_, index) => index)
  return (
    <Alert
      tone={failing > 0 ? 'danger' : 'warning'}
      title={
        failing > 0 ? t('domains.zones.state.failing', { count: failing }) : t('domains.watch.gone', { count: gone })
      }
    >
      <ul className="flex flex-col gap-1.5">
        {items === undefined &&
          waiting.map((index) => (
            <li key={index}>
              <Skeleton className="h-7 w-60" />
            </li>
          ))}
        {items?.map((set) => (
          <FailingRecord key={`${set.name} ${set.type}`} zoneId={id} set={set} />
        ))}
      </ul>
    </Alert>
  )
}

function FailingRecord({ zoneId, set }: { readonly zoneId: string; readonly set: WatchedSet }) {
  const { t } = useTranslation()
  const mayChange = usePermission(watchRecord)
  const { mutate, error, isPending } = useMutation(watchRecord, { invalidates: [listWatches, listRecords, readZone] })
  const { name, shownName, type, state, isChosen, isGone } = set
  const open = encodeURIComponent(`${name} ${type}`)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Link to={`/domains/zones/${zoneId}?open=${open}`} className="min-w-0 underline wrap-anywhere">
        {shownName} {type}
      </Link>
      {state !== null && <span className="text-muted">{t(`domains.outcome.${state}`)}</span>}
      {isGone && <span className="text-muted">{t('domains.watch.isGone')}</span>}
      {(isChosen || isGone) && mayChange && (
        <Button
          size="compact"
          busy={isPending}
          onClick={() => mutate({ id: zoneId, name: `${name}.`, type, isWatched: false })}
        >
          {t('domains.watch.stop')}
        </Button>
      )}
      <ErrorNote error={error} />
    </li>
  )
}
