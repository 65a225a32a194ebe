import { Button } from '../components/Button.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { ListQueryResult } from '../query/useListQuery.ts'
import type { AnyRecord } from './record-endpoints.ts'

interface MoreRecordsProps {
  readonly records: ListQueryResult<AnyRecord>
}

/** The button that loads the next page of a list, while there is one. */
export function MoreRecords({ records: { hasMore, isLoadingMore, loadMore } }: MoreRecordsProps) {
  const { t } = useTranslation()
  if (!hasMore) return null
  return (
    <Button size="compact" busy={isLoadingMore} onClick={() => void loadMore()}>
      {t('sdk.resource.more')}
    </Button>
  )
}
