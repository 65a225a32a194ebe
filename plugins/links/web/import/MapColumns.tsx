import { useState } from 'react'
import {
  Alert,
  Button,
  ErrorNote,
  Field,
  Panel,
  Radio,
  Select,
  useQuery,
  useTranslation,
  type EndpointInput,
  type MutationResult,
} from '@host/plugin-sdk'
import { collisionModes, listHosts, type CollisionMode, type LinkImport, type runImport } from '../../shared.ts'
import { ColumnTable } from './ColumnTable.tsx'

type Run = Omit<EndpointInput<typeof runImport>, 'id'>

interface MapColumnsProps {
  readonly known: LinkImport
  readonly run: Pick<MutationResult<typeof runImport>, 'error' | 'isPending'>
  readonly onCheck: (input: Run) => void
  readonly onAgain: () => void
}

/** The second step: the field of each column, and where the links go. */
export function MapColumns({ known, run, onCheck, onAgain }: MapColumnsProps) {
  const { t } = useTranslation()
  const [mapping, setMapping] = useState(known.mapping)
  const [host, setHost] = useState(known.host ?? undefined)
  const [collisions, setCollisions] = useState<CollisionMode>(known.collisions ?? 'skip')
  const hasTarget = mapping.includes('url')
  const check = () => onCheck({ dryRun: true, mapping, collisions, ...(host !== undefined && { host }) })
  return (
    <Panel
      title={t('links.import.columns')}
      description={t(`links.import.format.${known.format}`, { name: known.name, count: known.rows })}
      footer={
        <>
          <Button onClick={onAgain}>{t('links.import.again')}</Button>
          <Button variant="primary" busy={run.isPending} disabled={!hasTarget} onClick={check}>
            {t('links.import.checkNow')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ColumnTable known={known} mapping={mapping} onChange={setMapping} />
        {!hasTarget && <Alert tone="warning">{t('links.import.noTarget')}</Alert>}
        <HostField host={host} onChange={setHost} />
        <Field label={t('links.import.collisions')}>
          <Radio
            value={collisions}
            options={collisionModes.map((value) => ({ value, label: t(`links.import.collision.${value}`) }))}
            onChange={setCollisions}
          />
        </Field>
        <ErrorNote error={run.error} />
      </div>
    </Panel>
  )
}

interface HostFieldProps {
  /** The first host while undefined. */
  readonly host: string | undefined
  readonly onChange: (host: string) => void
}

function HostField({ host, onChange }: HostFieldProps) {
  const { t } = useTranslation()
  const { data } = useQuery(listHosts)
  const usable = (data?.items ?? []).filter(({ isVerified }) => isVerified)
  const [first] = usable
  if (first === undefined || usable.length === 1) return null
  const options = usable.map((each) => ({ value: each.asciiHost, label: each.host }))
  return (
    <Field label={t('links.host')} hint={t('links.import.hostHint')}>
      <Select value={host ?? first.asciiHost} options={options} onChange={onChange} />
    </Field>
  )
}
