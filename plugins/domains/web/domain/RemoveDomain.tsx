import { ConfirmDelete, useListQuery, useMutation, useNavigate, useTranslation } from '@host/plugin-sdk'
import { listDomainHosts, listDomains, removeDomain, type DomainDetails } from '../../shared.ts'

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
  const { items: hosts = [], hasMore } = useListQuery(listDomainHosts, { id }, { errors: 'list' })
  const stops = hasMore ? 'domains.remove.stopsMore' : 'domains.remove.stops'
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
      onConfirm={() => mutateAsync({ id })}
    >
      {hosts.length === 0 ? t('domains.remove.means') : t(stops, { count: hosts.length })}
      {hosts.length > 0 && (
        <ul className="mt-2 list-disc pl-5">
          {hosts.slice(0, mostShown).map(({ host }) => (
            <li key={host} className="wrap-anywhere">
              {host}
            </li>
          ))}
        </ul>
      )}
    </ConfirmDelete>
  )
}
