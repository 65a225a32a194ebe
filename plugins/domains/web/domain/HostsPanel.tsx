import { Panel, useTranslation } from '@host/plugin-sdk'
import type { DomainDetails } from '../../shared.ts'

/** The host names that features answer at or below a domain; nothing while there are none. */
export function HostsPanel({ domain: { hosts } }: { readonly domain: DomainDetails }) {
  const { t } = useTranslation()
  if (hosts.length === 0) return null
  return (
    <Panel title={t('domains.hosts.title')} description={t('domains.hosts.help')}>
      <ul className="divide-y divide-line text-sm">
        {hosts.map(({ host, plugin }) => (
          <li key={host} className="flex flex-wrap justify-between gap-x-4 py-2">
            <span className="min-w-0 font-medium wrap-anywhere">{host}</span>
            <span className="text-muted">{plugin}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
