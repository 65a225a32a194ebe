import { Drawer, ErrorNote, LoadingRegion, Skeleton, useQuery, useTranslation } from '@host/plugin-sdk'
import type { AuditSource } from './audit-source.ts'
import { EntryChanges } from './EntryChanges.tsx'
import { EntryFacts } from './EntryFacts.tsx'
import type { EntryFilter } from './useEntryFilter.ts'

export interface EntryDrawerProps {
  readonly source: AuditSource
  readonly state: EntryFilter
}

/** The details of the entry that the address names. */
export function EntryDrawer({ source, state }: EntryDrawerProps) {
  const { t } = useTranslation()
  const { entryId } = state
  return (
    <Drawer
      open={entryId !== null}
      onClose={state.closeEntry}
      side="end"
      label={t('audit.details')}
      heading={<h2 className="text-base font-semibold">{t('audit.details')}</h2>}
    >
      {entryId !== null && <Details id={entryId} source={source} state={state} />}
    </Drawer>
  )
}

function Details({ id, source, state }: EntryDrawerProps & { readonly id: string }) {
  const { data, error, refetch } = useQuery(source.read, { id }, { errors: 'page', keepPrevious: false })
  if (data === undefined) {
    return (
      <div className="px-5 pt-2">
        {error === null ? <DetailsSkeleton /> : <ErrorNote error={error} onRetry={() => void refetch()} />}
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-6 px-5 pt-1">
      <EntryFacts entry={data} onFilter={state.setFilter} />
      <EntryChanges before={data.before} after={data.after} />
    </div>
  )
}

function DetailsSkeleton() {
  return (
    <LoadingRegion className="flex flex-col gap-4">
      {Array.from({ length: 8 }, (_, line) => (
        <Skeleton key={line} className="h-5 w-full" />
      ))}
    </LoadingRegion>
  )
}
