import { useState } from 'react'
import { LoadingRegion, Skeleton, useParams, useQuery } from '@host/plugin-sdk'
import { readDraft, type Draft } from '../../shared.ts'
import { Composer } from './Composer.tsx'

/** A draft in the composer. */
export default function DraftPage() {
  const { id = '' } = useParams()
  const { data, isFetching } = useQuery(readDraft, { id }, { keepPrevious: false, staleMilliseconds: 0 })
  const [draft, setDraft] = useState<Draft>()
  // Begins with the draft as the server has it now; from then on the composer keeps what is typed.
  if (data !== undefined && !isFetching && draft?.id !== id) setDraft(data)
  if (draft?.id !== id) {
    return (
      <LoadingRegion>
        <Skeleton className="h-96 w-full" />
      </LoadingRegion>
    )
  }
  return <Composer key={draft.id} draft={draft} />
}
