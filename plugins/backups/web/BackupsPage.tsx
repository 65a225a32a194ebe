import {
  ErrorNote,
  HelpLink,
  KeyValue,
  PageHeader,
  Panel,
  RelativeTime,
  SkeletonRows,
  useQuery,
  useTranslation,
  type AskAhead,
} from '@host/plugin-sdk'
import { listBackups, type Backups } from '../shared.ts'
import { BackupActions } from './BackupActions.tsx'
import { BackupSentence } from './BackupSentence.tsx'
import { BackupTroubles } from './BackupTroubles.tsx'
import { RunTable } from './RunTable.tsx'
import { SetUpBackups } from './SetUpBackups.tsx'

/** A run is done by another process, which announces nothing to open pages. */
const often = { refetchMilliseconds: 5_000 }

/** Backups of the instance: their state, and the last runs. */
export default function BackupsPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(listBackups, undefined, often)
  return (
    <>
      <PageHeader
        title={t('backups.title')}
        description={t('backups.description')}
        actions={<HelpLink slug="backups" />}
      />
      <div className="flex max-w-5xl flex-col gap-6">
        <ErrorNote error={error} onRetry={() => void refetch()} />
        {data === undefined ? <SkeletonRows rows={5} /> : <State backups={data} />}
      </div>
    </>
  )
}

BackupsPage.askAhead = ({ query }: AskAhead) => query(listBackups)

function State({ backups }: { readonly backups: Backups }) {
  const { place, items, troubles } = backups
  return (
    <>
      <BackupTroubles troubles={troubles} />
      {place === null ? <SetUpBackups /> : <Plan backups={backups} />}
      {(place !== null || items.length > 0) && <RunTable runs={items} />}
    </>
  )
}

function Plan({ backups }: { readonly backups: Backups }) {
  const { t } = useTranslation()
  const { place, schedules, isEncrypted, hold } = backups
  const next = (kind: 'backup' | 'drill') =>
    schedules === null
      ? []
      : [{ label: t(`backups.next.${kind}`), value: <RelativeTime value={schedules[kind].nextAt} /> }]
  return (
    <Panel>
      <div className="flex flex-col gap-5">
        <BackupSentence backups={backups} />
        <KeyValue
          items={[
            { label: t('backups.place'), value: <code className="font-mono text-xs wrap-anywhere">{place}</code> },
            { label: t('backups.encryption.label'), value: t(`backups.encryption.${isEncrypted ? 'on' : 'off'}`) },
            ...next('backup'),
            ...next('drill'),
          ]}
        />
        {schedules !== null && hold === null && <BackupActions backups={backups} />}
      </div>
    </Panel>
  )
}
