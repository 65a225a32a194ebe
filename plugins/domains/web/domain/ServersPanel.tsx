import { Badge, Panel, RelativeTime, useTranslation, type BadgeTone } from '@host/plugin-sdk'
import type { DomainDetails, ServerAnswer, ServerState } from '../../shared.ts'

const tones: Readonly<Record<ServerState, BadgeTone>> = {
  ok: 'positive',
  missing: 'warning',
  wrong: 'danger',
  lookup_failed: 'warning',
}

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
        <ul className="divide-y divide-line">
          {check.servers.map((server) => (
            <ServerRow key={server.name} server={server} />
          ))}
        </ul>
      )}
      {(state === 'pending' || state === 'verified') && (
        <p className="mt-3 text-xs text-subtle">{t(`domains.servers.${state}`)}</p>
      )}
    </Panel>
  )
}

function ServerRow({ server: { name, address, state, problem, seen } }: { readonly server: ServerAnswer }) {
  const { t } = useTranslation()
  return (
    <li className="flex items-start justify-between gap-4 py-2 text-sm">
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">{name}</span>
        {address !== null && <span className="block text-xs text-subtle wrap-anywhere">{address}</span>}
        {problem !== null && <span className="block text-muted">{t(`domains.problem.${problem}`)}</span>}
        {seen.map((value) => (
          <code key={value} className="mt-1 block font-mono text-xs text-muted wrap-anywhere">
            {value}
          </code>
        ))}
      </span>
      <Badge tone={tones[state]} dot>
        {t(`domains.server.${state}`)}
      </Badge>
    </li>
  )
}
