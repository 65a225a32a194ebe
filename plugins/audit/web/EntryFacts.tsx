import type { ReactNode } from 'react'
import {
  Badge,
  CopyButton,
  IconButton,
  KeyValue,
  RelativeTime,
  useFormat,
  useTranslation,
  type Translate,
} from '@host/plugin-sdk'
import type { AuditEntry } from '../shared.ts'
import { actorName } from './actor-name.ts'
import type { EntryFilterValues } from './useEntryTable.ts'

export interface EntryFactsProps {
  readonly entry: AuditEntry
  /** Shows the entries that have something in common with this one. */
  readonly onFilter: (filter: EntryFilterValues) => void
}

/** Actor, action, target, time and address of an entry. */
export function EntryFacts({ entry, onFilter }: EntryFactsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { action, actor, target, targetName, requestId } = entry
  const code = (text: string | null) =>
    text === null ? '–' : <code className="font-mono text-xs wrap-anywhere">{text}</code>
  const alike = (filter: EntryFilterValues, shown: ReactNode) => (
    <Alike shown={shown} onFilter={() => onFilter(filter)} />
  )
  const tokenFact = (id: string | null) =>
    id === null ? [] : [{ label: t('audit.token'), value: alike({ actor: id }, code(id)) }]
  const time = (
    <span>
      {format.dateTime(entry.at)}{' '}
      <span className="font-normal text-muted">
        (<RelativeTime value={entry.at} />)
      </span>
    </span>
  )
  return (
    <KeyValue
      items={[
        { label: t('audit.action'), value: alike({ action }, code(action)) },
        { label: t('audit.actor'), value: alike({ actor: actor.id ?? actor.kind }, actorName(actor, t)) },
        ...tokenFact(actor.tokenId),
        { label: t('audit.target'), value: target === null ? '–' : alike({ target }, named(targetName, code(target))) },
        { label: t('audit.time'), value: time },
        { label: t('audit.address'), value: entry.address ?? '–' },
        { label: t('audit.userAgent'), value: <span className="wrap-anywhere">{entry.userAgent ?? '–'}</span> },
        { label: t('audit.endpoint'), value: code(entry.endpoint) },
        { label: t('audit.plugin'), value: entry.plugin },
        { label: t('audit.requestId'), value: requestId === null ? '–' : alike({ requestId }, code(requestId)) },
        { label: t('audit.id'), value: <Copied id={entry.id} /> },
        { label: t('audit.seal'), value: sealOf(entry, t) },
      ]}
    />
  )
}

function named(name: string | null, shown: ReactNode): ReactNode {
  if (name === null) return shown
  return (
    <>
      <span className="block wrap-anywhere">{name}</span>
      {shown}
    </>
  )
}

function sealOf({ sequence }: AuditEntry, t: Translate): ReactNode {
  if (sequence === null) return <Badge>{t('audit.unsealed')}</Badge>
  return <Badge tone="positive">{t('audit.sealed', { place: sequence })}</Badge>
}

function Alike({ shown, onFilter }: { readonly shown: ReactNode; readonly onFilter: () => void }) {
  const { t } = useTranslation()
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <span className="min-w-0">{shown}</span>
      <IconButton icon="list-filter" size="compact" label={t('audit.alike')} onClick={onFilter} />
    </span>
  )
}

function Copied({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code className="font-mono text-xs wrap-anywhere">{id}</code>
      <CopyButton value={id} label={t('audit.copyId')} />
    </span>
  )
}
