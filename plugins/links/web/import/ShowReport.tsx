import {
  Alert,
  Badge,
  Button,
  ButtonLink,
  ErrorNote,
  Panel,
  Table,
  useFormat,
  useTranslation,
  type BadgeTone,
  type MutationResult,
} from '@host/plugin-sdk'
import { importOutcomes, linkLimits, type ImportOutcome, type LinkImport, type runImport } from '../../shared.ts'

type Report = NonNullable<LinkImport['report']>

interface ShowReportProps {
  readonly report: Report
  readonly run: Pick<MutationResult<typeof runImport>, 'error' | 'isPending'>
  readonly onBack: () => void
  readonly onImport: () => void
  readonly onAgain: () => void
}

const tones: Readonly<Record<ImportOutcome, BadgeTone>> = {
  new: 'positive',
  renamed: 'accent',
  exists: 'neutral',
  collision: 'warning',
  invalid: 'danger',
}

/** The third step, and the fourth: what each line becomes, or became. */
export function ShowReport({ report, run, onBack, onImport, onAgain }: ShowReportProps) {
  const { t } = useTranslation()
  const { dryRun, counts, lines } = report
  const count = counts.new + counts.renamed
  return (
    <Panel
      title={t(dryRun ? 'links.import.check' : 'links.import.result')}
      footer={
        dryRun ? (
          <>
            <Button onClick={onBack}>{t('links.import.back')}</Button>
            <Button variant="primary" busy={run.isPending} disabled={count === 0} onClick={onImport}>
              {t('links.import.importNow', { count })}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onAgain}>{t('links.import.again')}</Button>
            <ButtonLink to="/links" variant="primary">
              {t('links.title')}
            </ButtonLink>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <Alert tone={count === 0 ? 'warning' : 'positive'}>
          {t(dryRun ? 'links.import.wouldCreate' : 'links.import.created', { count })}
        </Alert>
        <Counts counts={counts} />
        <ErrorNote error={run.error} />
        {lines.length > 0 && <Lines lines={lines} />}
      </div>
    </Panel>
  )
}

function Counts({ counts }: Pick<Report, 'counts'>) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <ul className="flex flex-wrap gap-2">
      {importOutcomes.map((outcome) => (
        <li key={outcome}>
          <Badge tone={tones[outcome]}>
            {t(`links.import.outcome.${outcome}`)} {format.number(counts[outcome])}
          </Badge>
        </li>
      ))}
    </ul>
  )
}

function Lines({ lines }: Pick<Report, 'lines'>) {
  const { t } = useTranslation()
  return (
    <>
      <Table
        label={t('links.import.lines')}
        columns={[
          { key: 'line', header: t('links.import.line'), align: 'end', cell: ({ line }) => line },
          {
            key: 'outcome',
            header: t('links.import.outcomeTitle'),
            cell: ({ outcome }) => <Badge tone={tones[outcome]}>{t(`links.import.outcome.${outcome}`)}</Badge>,
          },
          {
            key: 'slug',
            header: t('links.slug'),
            from: 'sm',
            cell: ({ slug }) => <span className="block max-w-48 truncate">{slug}</span>,
          },
          {
            key: 'message',
            header: t('links.import.reason'),
            cell: ({ outcome, message }) => message ?? t(`links.import.means.${outcome}`),
          },
        ]}
        rows={lines}
        rowKey={({ line }) => String(line)}
      />
      {lines.length === linkLimits.importLines && (
        <p className="text-sm text-muted">{t('links.import.firstLines', { count: lines.length })}</p>
      )}
    </>
  )
}
