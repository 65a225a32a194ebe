import {
  ConfirmDelete,
  LoadingRegion,
  Skeleton,
  useListQuery,
  useMutation,
  useNavigate,
  useTranslation,
} from '@host/plugin-sdk'
import { listDomainHosts, listDomains, removeDomain, type DomainDetails, type DomainHost } from '../../shared.ts'

export interface RemoveDomainProps {
  readonly domain: DomainDetails
  /** Whether it is asked for. */
  readonly isAsked: boolean
  readonly onClose: () => void
}

const mostShown = 10

/** Removes a domain, after showing the host names that stop with it. */
export function RemoveDomain({ domain: { id, name }, isAsked, onClose }: RemoveDomainProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { items: hosts, hasMore, error } = useListQuery(listDomainHosts, { id }, { errors: 'list' })
  const { mutateAsync } = useMutation(removeDomain, {
    invalidates: [listDomains],
    onSuccess: () => navigate('/domains'),
  })
  return (
    <ConfirmDelete
      open={isAsked}
      onClose={onClose}
      title={t('domains.remove.title')}
      name={name}
      confirmLabel={t('domains.remove.confirm')}
      disabled={hosts === undefined}
      onConfirm={() => mutateAsync({ id })}
    >
      {hosts === undefined && error === null && <HostsSkeleton />}
      {hosts === undefined && error !== null && t('domains.remove.unknown')}
      {hosts !== undefined && <StoppedHosts hosts={hosts} hasMore={hasMore} />}
    </ConfirmDelete>
  )
}

function HostsSkeleton() {
  return (
    <LoadingRegion>
      <Skeleton className="h-4 w-64" />
    </LoadingRegion>
  )
}

interface StoppedHostsProps {
  readonly hosts: readonly DomainHost[]
  readonly hasMore: boolean
}

function StoppedHosts({ hosts, hasMore }: StoppedHostsProps) {
  const { t } = useTranslation()
  if (hosts.length === 0) return t('domains.remove.means')
  return (
    <>
      {t(hasMore ? 'domains.remove.stopsMore' : 'domains.remove.stops', { count: hosts.length })}
      <ul className="mt-2 list-disc pl-5">
        {hosts.slice(0, mostShown).map(({ host }) => (
          <li key={host} className="wrap-anywhere">
            {host}
          </li>
        ))}
      </ul>
    </>
  )
}
