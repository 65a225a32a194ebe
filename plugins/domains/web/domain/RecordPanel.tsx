import { CopyButton, Panel, useTranslation } from '@host/plugin-sdk'
import type { DomainDetails } from '../../shared.ts'
import { ChallengeZone } from './ChallengeZone.tsx'

/** The TXT record to add at the domain's DNS provider. */
export function RecordPanel({ domain }: { readonly domain: DomainDetails }) {
  const { t } = useTranslation()
  const { challenge } = domain
  const fields = [
    { label: t('domains.record.type'), value: challenge.type },
    { label: t('domains.record.name'), value: challenge.name },
    { label: t('domains.record.value'), value: challenge.value },
  ]
  return (
    <Panel title={t('domains.record.title')} description={t('domains.record.help')}>
      <dl className="divide-y divide-line text-sm">
        {fields.map(({ label, value }) => (
          <div key={label} className="grid gap-x-4 gap-y-0.5 py-2 sm:grid-cols-[6rem_minmax(0,1fr)]">
            <dt className="text-muted sm:pt-1">{label}</dt>
            <dd className="flex min-w-0 items-start gap-1">
              <code className="min-w-0 flex-1 py-1 font-mono text-xs leading-5 break-all">{value}</code>
              <CopyButton value={value} label={t('domains.record.copy', { field: label })} />
            </dd>
          </div>
        ))}
      </dl>
      <ChallengeZone domain={domain} />
    </Panel>
  )
}
