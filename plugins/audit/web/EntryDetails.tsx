import { ErrorNote, LoadingRegion, Skeleton, useQuery } from '@host/plugin-sdk'
import type { AuditSource } from './audit-source.ts'
import { EntryChanges } from './EntryChanges.tsx'
import { EntryFacts, type EntryFactsProps } from './EntryFacts.tsx'
import { EntrySentence } from './EntrySentence.tsx'

export interface EntryDetailsProps {
  readonly id: string
  readonly source: AuditSource
  readonly onFilter: EntryFactsProps['onFilter']
}

/** An entry with its changes. */
export function EntryDetails({ id, source, onFilter }: EntryDetailsProps) {
  const { data, error, refetch } = useQuery(source.read, { id }, { errors: 'page', keepPrevious: false })
  if (data === undefined) {
    return error === null ? <DetailsSkeleton /> : <ErrorNote error={error} onRetry={() => void refetch()} />
  }
  return (
    <div className="flex flex-col gap-6">
      <p className="text-sm wrap-anywhere">
        <EntrySentence entry={data} />
      </p>
      <EntryFacts entry={data} onFilter={onFilter} />
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
