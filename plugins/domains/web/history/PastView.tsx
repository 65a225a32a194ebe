import { useState, type SubmitEvent } from 'react'
import {
  Button,
  DataTable,
  EmptyState,
  ErrorNote,
  useDownload,
  useFormat,
  useQuery,
  useSearch,
  useTable,
  useTranslation,
  type DataColumn,
} from '@host/plugin-sdk'
import { readZone, readZoneAt, type RecordSetOut, type ZoneDetails } from '../../shared.ts'
import { recordKey } from '../records/drafts.ts'
import { useTtlText } from '../useTtlText.ts'
import { MomentField, momentOf, typedMoment } from './MomentField.tsx'

/** The records of a zone as they were at a moment, which the address names. */
export function PastView({ zone }: { readonly zone: ZoneDetails }) {
  const { t } = useTranslation()
  const [search, setSearch] = useSearch()
  const at = momentOf(search.get('at') ?? '')
  const [typed, setTyped] = useState(typedMoment(at ?? null))
  function submit(event: SubmitEvent) {
    event.preventDefault()
    setSearch({ at: momentOf(typed) }, { replace: true })
  }
  return (
    <div className="flex flex-col gap-4">
      <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <MomentField label={t('domains.history.moment')} value={typed} onChange={setTyped} />
        <Button type="submit" variant="primary" disabled={momentOf(typed) === undefined}>
          {t('domains.history.show')}
        </Button>
      </form>
      {at === undefined ? (
        <EmptyState icon="clock" title={t('domains.history.chooseMoment')}>
          {t('domains.history.momentHelp')}
        </EmptyState>
      ) : (
        <PastRecords key={at} zone={zone} at={at} />
      )}
    </div>
  )
}

function PastRecords({ zone: { id }, at }: { readonly zone: ZoneDetails; readonly at: string }) {
  const { t } = useTranslation()
  const { dateTime } = useFormat()
  const { data, error, refetch } = useQuery(readZoneAt, { id, at }, { errors: 'page', keepPrevious: false })
  const columns = usePastColumns()
  const table = useTable({ columns })
  const path = `/api/x/domains/zones/${id}/export?${new URLSearchParams({ at }).toString()}`
  const { download, isPending } = useDownload({ check: readZone, path })
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-semibold">{t('domains.history.asOf', { moment: dateTime(at) })}</h2>
        <Button icon="download" busy={isPending} onClick={() => download({ id })}>
          {t('domains.export')}
        </Button>
      </div>
      <DataTable
        label={t('domains.records.title')}
        columns={columns}
        table={table}
        rows={data?.records}
        rowKey={recordKey}
        empty={<EmptyState title={t('domains.history.noRecords')} />}
      />
    </section>
  )
}

function usePastColumns(): readonly DataColumn<RecordSetOut>[] {
  const { t } = useTranslation()
  const ttlText = useTtlText()
  return [
    {
      key: 'name',
      header: t('domains.records.name'),
      isSortable: true,
      value: ({ name }) => name,
      cell: ({ name, type, data }) => (
        <span className="block min-w-0 py-1">
          <span className="block max-w-64 truncate font-medium">{name}</span>
          <span className="block sm:hidden">
            <span className="font-mono text-xs text-muted">{type}</span>
            <Data data={data} />
          </span>
        </span>
      ),
    },
    {
      key: 'type',
      header: t('domains.records.type'),
      from: 'sm',
      isSortable: true,
      value: ({ type }) => type,
      cell: ({ type }) => <span className="font-mono text-xs">{type}</span>,
    },
    {
      key: 'data',
      header: t('domains.records.values'),
      from: 'sm',
      value: ({ data }) => data.join('\n'),
      cell: ({ data }) => <Data data={data} />,
    },
    {
      key: 'ttl',
      header: t('domains.records.ttl'),
      from: 'md',
      value: ({ ttl }) => ttl,
      cell: ({ ttl }) => ttlText(ttl),
    },
  ]
}

function Data({ data }: { readonly data: readonly string[] }) {
  return data.map((text) => (
    <span key={text} title={text} className="block max-w-64 truncate font-mono text-xs sm:max-w-md">
      {text}
    </span>
  ))
}
