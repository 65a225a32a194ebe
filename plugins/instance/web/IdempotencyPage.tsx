import { useState } from 'react'
import {
  Button,
  ErrorNote,
  HelpLink,
  PageHeader,
  Toggle,
  useListQuery,
  useQuery,
  useTranslation,
  type QueryOptions,
} from '@host/plugin-sdk'
import { countIdempotencyKeys, listIdempotencyKeys } from '../shared.ts'
import { KeyFigures } from './KeyFigures.tsx'
import { KeysByPlugin } from './KeysByPlugin.tsx'
import { LiveKeys } from './LiveKeys.tsx'
import { useKeyTable } from './useKeyTable.ts'

const refreshMilliseconds = 5_000

/** Live idempotency keys: counts by plugin and the list. */
export default function IdempotencyPage() {
  const { t } = useTranslation()
  const [isLive, setLive] = useState(false)
  const [isRefreshing, setRefreshing] = useState(false)
  const options: QueryOptions = isLive ? { refetchMilliseconds: refreshMilliseconds } : {}
  const counts = useQuery(countIdempotencyKeys, undefined, options)
  const { table, columns, filter } = useKeyTable(counts.data?.items ?? [])
  const keys = useListQuery(listIdempotencyKeys, filter, { ...options, errors: 'list' })

  async function refresh() {
    setRefreshing(true)
    await Promise.all([counts.refetch(), keys.refetch()])
    setRefreshing(false)
  }

  const actions = (
    <>
      <HelpLink slug="idempotency-keys" />
      <span className="flex items-center gap-2 text-sm text-muted">
        <span aria-hidden>{t('instance.keys.live')}</span>
        <Toggle label={t('instance.keys.live')} checked={isLive} onChange={setLive} />
      </span>
      <Button icon="refresh-cw" busy={isRefreshing} onClick={() => void refresh()}>
        {t('instance.keys.refresh')}
      </Button>
    </>
  )
  return (
    <>
      <PageHeader title={t('instance.keys.title')} description={t('instance.keys.description')} actions={actions} />
      <div className="flex flex-col gap-6">
        <ErrorNote error={counts.error} onRetry={() => void refresh()} />
        <KeyFigures counts={counts.data?.items} />
        <KeysByPlugin counts={counts.data?.items} />
        {/* How high the counts are is known only with them; what stands below waits, so that it never moves. */}
        {!counts.isPending && <LiveKeys keys={keys} table={table} columns={columns} />}
      </div>
    </>
  )
}
