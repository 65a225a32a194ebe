import { useState } from 'react'
import { LoadingRegion, Skeleton, useBreadcrumb, useParams, useQuery, useTranslation } from '@host/plugin-sdk'
import { readDraft } from '../../shared.ts'
import { Composer } from './Composer.tsx'

/** A draft in the composer. */
export default function DraftPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const { data, isFetching } = useQuery(readDraft, { id }, { keepPrevious: false, staleMilliseconds: 0 })
  useBreadcrumb(t('mail.drafts.title'), '/mail/drafts')
  useBreadcrumb(data && t(`mail.compose.kind.${data.kind}`))
  const [begunId, setBegunId] = useState<string>()
  // Begins with the draft as the server has it now, rather than with a cached one.
  if (data !== undefined && !isFetching && begunId !== id) setBegunId(id)
  if (data === undefined || begunId !== id) {
    return (
      <LoadingRegion>
        <Skeleton className="h-96 w-full" />
      </LoadingRegion>
    )
  }
  return <Composer key={id} initial={data} />
}
