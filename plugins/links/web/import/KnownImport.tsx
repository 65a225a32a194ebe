import { useEffect, useEffectEvent, useState } from 'react'
import {
  JobProgress,
  LoadingRegion,
  Panel,
  Skeleton,
  useJob,
  useMutation,
  useQuery,
  useTranslation,
  type EndpointInput,
} from '@host/plugin-sdk'
import { listFolders, listLinks, listTags, readImport, runImport, type LinkImport } from '../../shared.ts'
import { MapColumns } from './MapColumns.tsx'
import { ShowReport } from './ShowReport.tsx'

type Run = Omit<EndpointInput<typeof runImport>, 'id'>

/** An import that has its file: its columns, then its check, then its result. */
export function KnownImport({ id, onAgain }: { readonly id: string; readonly onAgain: () => void }) {
  const { data, refetch } = useQuery(readImport, { id })
  const [isMapping, setMapping] = useState(false)
  const run = useMutation(runImport, {
    invalidates: [readImport, listLinks, listTags, listFolders],
    onSuccess: () => setMapping(false),
  })
  const start = (input: Run) => run.mutate({ ...input, id })
  useEnd(data, refetch)
  if (data === undefined) {
    return (
      <LoadingRegion>
        <Skeleton className="h-96 w-full" />
      </LoadingRegion>
    )
  }
  const { jobId, report, mapping, host, collisions } = data
  if (isMapping || jobId === null) return <MapColumns known={data} run={run} onCheck={start} onAgain={onAgain} />
  if (report === null) return <Running jobId={jobId} onBack={() => setMapping(true)} />
  // As it was checked, also when the page was opened again meanwhile.
  const checked = { mapping, collisions: collisions ?? 'skip', ...(host !== null && { host }) } as const
  return (
    <ShowReport
      report={report}
      run={run}
      onBack={() => setMapping(true)}
      onImport={() => start({ ...checked, dryRun: false })}
      onAgain={onAgain}
    />
  )
}

/** Reads the import again when its job has ended. */
function useEnd(data: LinkImport | undefined, refetch: () => Promise<void>) {
  const { isOver } = useJob(data?.jobId ?? undefined)
  const end = useEffectEvent(() => void refetch())
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
}

function Running({ jobId, onBack }: { readonly jobId: string; readonly onBack: () => void }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('links.import.check')}>
      <JobProgress id={jobId} label={t('links.import.running')} onRestart={onBack} />
    </Panel>
  )
}
