import type { ReactNode } from 'react'
import { Link, PageHeader, RelativeTime, useTranslation } from '@host/plugin-sdk'
import type { Domain, ZoneDetails } from '../../shared.ts'
import { ZoneState } from '../zones/ZoneState.tsx'

export interface ZoneHeadingProps {
  readonly zone: ZoneDetails
  /** Those within the zone. */
  readonly domains: readonly Domain[]
  readonly actions: ReactNode
}

/** The name of a zone, its state and where it is held. */
export function ZoneHeading({ zone, domains, actions }: ZoneHeadingProps) {
  const { t } = useTranslation()
  const { name, asciiName, providerTitle, provider, accountLabel, records, readAt } = zone
  const facts = [
    ...(name === asciiName ? [] : [asciiName]),
    `${providerTitle ?? provider} · ${accountLabel}`,
    t('domains.records.count', { count: records }),
  ]
  return (
    <PageHeader
      title={
        <span className="flex flex-wrap items-center gap-3">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          <ZoneState zone={zone} />
        </span>
      }
      description={
        <span className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {facts.map((fact) => (
            <span key={fact} className="wrap-anywhere">
              {fact}
            </span>
          ))}
          {readAt !== null && (
            <span>
              {t('domains.zones.read')} <RelativeTime value={readAt} />
            </span>
          )}
          <ZoneDomains domains={domains} />
        </span>
      }
      actions={actions}
    />
  )
}

/** Domains that are named; the others are in their list. */
const mostNamed = 3

function ZoneDomains({ domains }: Pick<ZoneHeadingProps, 'domains'>) {
  const { t } = useTranslation()
  if (domains.length === 0) return null
  return (
    <span className="flex min-w-0 flex-wrap gap-x-2">
      {t('domains.zones.domains')}
      {domains.slice(0, mostNamed).map((domain) => (
        <Link key={domain.id} to={`/domains/${domain.id}`} className="min-w-0 text-accent-fg underline wrap-anywhere">
          {domain.name}
        </Link>
      ))}
    </span>
  )
}
