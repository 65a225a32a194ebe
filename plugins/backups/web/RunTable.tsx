import {
  Badge,
  EmptyState,
  Panel,
  RelativeTime,
  Table,
  useFormat,
  useTranslation,
  type BadgeTone,
  type Format,
  type TableColumn,
  type Translate,
} from '@host/plugin-sdk'
import type { Run } from '../shared.ts'
import { durationWords, tookOf } from './duration-words.ts'

const tones: Readonly<Record<Run['state'], BadgeTone>> = {
  running: 'accent',
  done: 'positive',
  failed: 'danger',
  interrupted: 'warning',
}

/** The last backups and drills. */
export function RunTable({ runs }: { readonly runs: readonly Run[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const title = t('backups.runs.title')
  return (
    <Panel flush title={title}>
      {runs.length === 0 ? (
        <EmptyState title={t('backups.runs.none')}>{t('backups.runs.noneMeans')}</EmptyState>
      ) : (
        <Table label={title} columns={columns(t, format)} rows={runs} rowKey={({ id }) => id} />
      )}
    </Panel>
  )
}

function columns(t: Translate, format: Format): readonly TableColumn<Run>[] {
  const size = (bytes: number | null): string => (bytes === null ? '–' : format.bytes(bytes))
  return [
    { key: 'kind', header: t('backups.runs.kind'), cell: (run) => <RunName run={run} /> },
    {
      key: 'state',
      header: t('backups.runs.state'),
      cell: ({ state }) => <Badge tone={tones[state]}>{t(`backups.state.${state}`)}</Badge>,
    },
    { key: 'started', header: t('backups.runs.started'), cell: ({ startedAt }) => <RelativeTime value={startedAt} /> },
    {
      key: 'took',
      header: t('backups.runs.took'),
      from: 'sm',
      cell: (run) => {
        const took = tookOf(run)
        return took === undefined ? '–' : <Took t={t} milliseconds={took} />
      },
    },
    { key: 'bytes', header: t('backups.runs.size'), align: 'end', from: 'sm', cell: ({ bytes }) => size(bytes) },
    {
      key: 'added',
      header: t('backups.runs.added'),
      align: 'end',
      from: 'lg',
      cell: ({ kind, added }) => (kind === 'drill' ? '–' : size(added)),
    },
  ]
}

function RunName({ run: { kind, note } }: { readonly run: Run }) {
  const { t } = useTranslation()
  return (
    <span className="block min-w-0">
      <span className="font-medium">{t(`backups.kind.${kind}`)}</span>
      {note !== null && <span className="block max-w-prose text-xs wrap-anywhere text-muted">{note}</span>}
    </span>
  )
}

/** Seconds below two minutes, so that small backups differ. */
function Took({ t, milliseconds }: { readonly t: Translate; readonly milliseconds: number }) {
  const isShort = milliseconds < 120_000
  return isShort
    ? t('backups.duration.seconds', { count: Math.max(1, Math.round(milliseconds / 1_000)) })
    : durationWords(t, milliseconds)
}
