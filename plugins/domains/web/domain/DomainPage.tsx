import { useBreadcrumb, useParams, useQuery } from '@host/plugin-sdk'
import { readDomain } from '../../shared.ts'
import { DomainHeader } from './DomainHeader.tsx'
import { DomainNotice } from './DomainNotice.tsx'
import { DomainSkeleton } from './DomainSkeleton.tsx'
import { HostsPanel } from './HostsPanel.tsx'
import { RecordPanel } from './RecordPanel.tsx'
import { ServersPanel } from './ServersPanel.tsx'
import { useLiveCheck } from './useLiveCheck.ts'

/** A domain: the record to set, the answers of its name servers, and the host names on it. */
export default function DomainPage() {
  const { id = '' } = useParams()
  const { data: domain } = useQuery(readDomain, { id }, { keepPrevious: false })
  useBreadcrumb(domain?.name)
  useLiveCheck(id, domain?.state === 'pending')
  if (domain === undefined) return <DomainSkeleton />
  return (
    <>
      <DomainHeader domain={domain} />
      <div className="flex flex-col gap-4">
        <DomainNotice domain={domain} />
        <RecordPanel domain={domain} />
        <ServersPanel domain={domain} />
        <HostsPanel domain={domain} />
      </div>
    </>
  )
}
