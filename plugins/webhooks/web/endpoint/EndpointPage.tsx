import { JobProgress, useBreadcrumb, useParams, useQuery, useSearch, useTranslation } from '@host/plugin-sdk'
import { readEndpoint } from '../../shared.ts'
import { DeliveriesTable } from '../deliveries/DeliveriesTable.tsx'
import { EndpointFacts } from './EndpointFacts.tsx'
import { EndpointHeader } from './EndpointHeader.tsx'
import { EndpointNotice } from './EndpointNotice.tsx'
import { EndpointSkeleton } from './EndpointSkeleton.tsx'

/** An endpoint: health, deliveries and actions. */
export default function EndpointPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const [search, setSearch] = useSearch()
  const { data: endpoint } = useQuery(readEndpoint, { id }, { keepPrevious: false })
  useBreadcrumb(endpoint && (endpoint.description || endpoint.url))
  if (endpoint === undefined) return <EndpointSkeleton />
  return (
    <>
      <EndpointHeader endpoint={endpoint} onReplaying={(job) => setSearch({ job }, { replace: true })} />
      <div className="flex flex-col gap-4">
        <EndpointNotice endpoint={endpoint} />
        <JobProgress
          id={search.get('job') ?? undefined}
          label={t('webhooks.replay.running')}
          done={t('webhooks.replay.done')}
        />
        <EndpointFacts endpoint={endpoint} />
        <DeliveriesTable endpoint={endpoint} />
      </div>
    </>
  )
}
