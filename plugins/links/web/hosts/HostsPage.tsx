import { useState } from 'react'
import {
  Badge,
  Button,
  ButtonLink,
  EmptyState,
  ErrorNote,
  hasRole,
  HelpLink,
  LoadingRegion,
  PageHeader,
  Panel,
  Skeleton,
  useQuery,
  useSession,
  useTranslation,
} from '@host/plugin-sdk'
import { listHosts, type LinkHost } from '../../shared.ts'
import { AddHost } from './AddHost.tsx'
import { HostMenu } from './HostMenu.tsx'

/** Hosts that links of the workspace may have. */
export default function HostsPage() {
  const { t } = useTranslation()
  const { role } = useSession()
  const [isAdding, setAdding] = useState(false)
  const { data: hosts, error, refetch } = useQuery(listHosts, undefined, { errors: 'list' })
  const isAdmin = hasRole(role ?? undefined, 'admin')
  return (
    <>
      <PageHeader
        title={t('links.hosts.title')}
        description={t('links.hosts.description')}
        actions={
          <>
            <HelpLink slug="link-hosts" />
            {isAdmin && (
              <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
                {t('links.hosts.add')}
              </Button>
            )}
          </>
        }
      />
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {hosts !== undefined ? (
        <Hosts hosts={hosts.items} isAdmin={isAdmin} />
      ) : error === null ? (
        <LoadingRegion>
          <Skeleton className="h-32 w-full" />
        </LoadingRegion>
      ) : null}
      {isAdding && <AddHost onClose={() => setAdding(false)} />}
    </>
  )
}

function Hosts({ hosts, isAdmin }: { readonly hosts: readonly LinkHost[]; readonly isAdmin: boolean }) {
  const { t } = useTranslation()
  if (hosts.length === 0) return <EmptyState title={t('links.hosts.none')}>{t('links.hosts.noneHelp')}</EmptyState>
  return (
    <Panel>
      <ul className="divide-y divide-line">
        {hosts.map((host) => (
          <li key={host.asciiHost} className="group flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <HostRow host={host} isAdmin={isAdmin} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function HostRow({ host, isAdmin }: { readonly host: LinkHost; readonly isAdmin: boolean }) {
  const { t } = useTranslation()
  const { isShared, isVerified, isCaseSensitive } = host
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="block font-medium wrap-anywhere">{host.host}</span>
        {isShared && <span className="block text-sm text-muted">{t('links.hosts.sharedHelp')}</span>}
        {isCaseSensitive && <span className="block text-sm text-muted">{t('links.hosts.caseSensitive')}</span>}
      </span>
      <Badge tone={isVerified ? 'positive' : 'warning'} dot>
        {t(isVerified ? 'links.hosts.verified' : 'links.hosts.unverified')}
      </Badge>
      {!isVerified && (
        <ButtonLink to="/domains" size="compact">
          {t('links.hosts.verify')}
        </ButtonLink>
      )}
      {isAdmin && host.id !== null && <HostMenu id={host.id} host={host} />}
    </>
  )
}
