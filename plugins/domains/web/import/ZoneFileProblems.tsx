import { Table, useTranslation, type TableColumn } from '@host/plugin-sdk'
import type { ZoneFileProblem } from '../../shared.ts'

export interface ZoneFileProblemsProps {
  readonly problems: readonly ZoneFileProblem[]
  readonly hasMore: boolean
}

/** The problems of a zone file, each with its place. */
export function ZoneFileProblems({ problems, hasMore }: ZoneFileProblemsProps) {
  const { t } = useTranslation()
  const columns: readonly TableColumn<ZoneFileProblem>[] = [
    {
      key: 'place',
      header: t('domains.import.place'),
      cell: ({ line, column }) => <span className="tabular-nums">{`${line}:${column}`}</span>,
    },
    {
      key: 'message',
      header: t('domains.import.problem'),
      cell: ({ message }) => <span className="wrap-anywhere">{message}</span>,
    },
  ]
  return (
    <div role="alert" className="flex flex-col gap-2">
      <p className="text-sm font-medium text-danger-fg">
        {t(hasMore ? 'domains.import.manyProblems' : 'domains.import.problems', { count: problems.length })}
      </p>
      <div className="overflow-hidden rounded-card border border-line">
        <Table
          label={t('domains.import.list')}
          columns={columns}
          rows={problems}
          rowKey={({ line, column, message }) => `${line}:${column} ${message}`}
        />
      </div>
    </div>
  )
}
