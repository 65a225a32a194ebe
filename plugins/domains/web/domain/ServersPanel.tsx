import { Panel, RelativeTime, useTranslation } from '@host/plugin-sdk'
import type { DomainDetails } from '../../shared.ts'
import { ServerList } from '../ServerList.tsx'

/** What each name server of a domain answered at the last check. */
export function ServersPanel({ domain }: { readonly domain: DomainDetails }) {
  const { t } = useTranslation()
  const { check, state, name, asciiName } = domain
  const zone = check?.zone === asciiName ? name : check?.zone
  return (
    <Panel
      title={zone ? t('domains.servers.of', { zone }) : t('domains.servers.title')}
      description={
        check === null ? undefined : (
          <>
            {t(`domains.outcome.${check.outcome}`)} · <RelativeTime value={check.at} />
          </>
        )
      }
    >
      {check === null || check.servers.length === 0 ? (
        <p className="text-sm text-muted">{t(check === null ? 'domains.servers.none' : 'domains.problem.resolver')}</p>
      ) : (
        <ServerList servers={check.servers} />
      )}
      {(state === 'pending' || state === 'verified') && (
        <p className="mt-3 text-xs text-subtle">{t(`domains.servers.${state}`)}</p>
      )}
    </Panel>
  )
}
