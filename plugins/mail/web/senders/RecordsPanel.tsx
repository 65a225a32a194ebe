import { CopyButton, Panel, useTranslation } from '@host/plugin-sdk'
import type { SenderRecord, SendingDomainDetails } from '../../shared.ts'

/** Records to copy to the DNS provider, where no zone of the workspace holds them. */
export function RecordsPanel({ sender: { zone, records } }: { readonly sender: SendingDomainDetails }) {
  const { t } = useTranslation()
  if (zone !== null || records.length === 0) return null
  return (
    <Panel title={t('mail.senders.records')} description={t('mail.senders.recordsHelp')}>
      <ul className="divide-y divide-line text-sm">
        {records.map((record) => (
          <li key={`${record.name} ${record.type}`} className="flex flex-col gap-1 py-3">
            <RecordValues record={record} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function RecordValues({ record: { name, type, values, action } }: { readonly record: SenderRecord }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="flex min-w-0 items-start gap-2">
        <span className="shrink-0 py-1 font-medium">{t(`mail.senders.change.${action}`, { type })}</span>
        <code className="min-w-0 flex-1 py-1 font-mono text-xs leading-5 break-all">{name}</code>
        <CopyButton value={name} label={t('mail.senders.copyName', { name })} />
      </p>
      {values.map((value) => (
        <p key={value} className="flex min-w-0 items-start gap-2">
          <code className="min-w-0 flex-1 py-1 font-mono text-xs leading-5 break-all text-muted">{value}</code>
          <CopyButton value={value} label={t('mail.senders.copyValue', { name })} />
        </p>
      ))}
    </>
  )
}
