import { Table, useTranslation, type TableColumn, type Translate } from '@host/plugin-sdk'
import type { AuditEntry } from '../shared.ts'

type Values = AuditEntry['before']

interface Change {
  readonly name: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** Old and new values, name by name. */
export function EntryChanges({ before, after }: { readonly before: Values; readonly after: Values }) {
  const { t } = useTranslation()
  const changes = changesOf(before, after)
  return (
    <section aria-labelledby="audit-changes">
      <h3 id="audit-changes" className="mb-2 text-sm font-semibold">
        {t('audit.changes')}
      </h3>
      {changes.length === 0 ? (
        <p className="text-sm text-muted">{t('audit.noChanges')}</p>
      ) : (
        <div className="overflow-hidden rounded-card border border-line bg-surface">
          <Table
            label={t('audit.changes')}
            columns={columns(t, { hasBefore: before !== null, hasAfter: after !== null })}
            rows={changes}
            rowKey={({ name }) => name}
          />
        </div>
      )}
    </section>
  )
}

function columns(t: Translate, has: { hasBefore: boolean; hasAfter: boolean }): readonly TableColumn<Change>[] {
  const value = (key: 'before' | 'after'): TableColumn<Change> => ({
    key,
    header: t(`audit.${key}`),
    cell: (change) => (
      <Value text={change[key]} isChanged={has.hasBefore && has.hasAfter && change.before !== change.after} />
    ),
  })
  return [
    {
      key: 'name',
      header: t('audit.field'),
      cell: ({ name }) => <span className="wrap-anywhere text-muted">{name}</span>,
    },
    ...(has.hasBefore ? [value('before')] : []),
    ...(has.hasAfter ? [value('after')] : []),
  ]
}

function Value({ text, isChanged }: { readonly text: string | undefined; readonly isChanged: boolean }) {
  if (text === undefined) return <span className="text-subtle">–</span>
  return (
    <code className={`font-mono text-xs wrap-anywhere whitespace-pre-wrap ${isChanged ? 'font-semibold' : ''}`}>
      {text}
    </code>
  )
}

function changesOf(before: Values, after: Values): readonly Change[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names].map((name) => ({ name, before: textOf(before?.[name]), after: textOf(after?.[name]) }))
}

function textOf(value: unknown): string | undefined {
  if (value === undefined) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)
}
