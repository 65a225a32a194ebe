import { Panel, useTranslation } from '@host/plugin-sdk'
import type { DomainDetails } from '../../shared.ts'
import { HostCertificate } from './HostCertificate.tsx'

/** The host names that features answer at or below a domain, with their certificates; nothing while there are none. */
export function HostsPanel({ domain: { id, hosts } }: { readonly domain: DomainDetails }) {
  const { t } = useTranslation()
  if (hosts.length === 0) return null
  return (
    <Panel title={t('domains.hosts.title')} description={t('domains.hosts.help')}>
      <ul className="divide-y divide-line text-sm">
        {hosts.map(({ host, plugin, certificate }) => (
          <li key={host} className="flex flex-col gap-2 py-2">
            <span className="flex flex-wrap justify-between gap-x-4">
              <span className="min-w-0 font-medium wrap-anywhere">{host}</span>
              <span className="text-muted">{plugin}</span>
            </span>
            {certificate !== null && <HostCertificate domainId={id} host={host} certificate={certificate} />}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
