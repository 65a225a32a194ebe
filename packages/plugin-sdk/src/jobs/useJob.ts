import { useState } from 'react'
import type { ClientError } from '@host/client'
import { readJob } from '@host/platform-api/jobs'
import type { JobStatus } from '@host/plugin/wire'
import { useLive } from '../live/useLive.ts'
import { useQuery } from '../query/useQuery.ts'

/** How a job does. */
export interface JobResult {
  /** Undefined while nothing has arrived, and without an id. */
  readonly job: JobStatus | undefined
  /** Whether it has ended, well or not. */
  readonly isOver: boolean
  /** For example `not_found`, for a job that ended long ago or was started by another user. */
  readonly error: ClientError | null
  readonly refetch: () => Promise<void>
}

/** The net below the live updates. */
const askAgainMilliseconds = 5_000

/**
 * Follows a job until it ends. Keep the job id in the page's address, so that a reload finds the job. Only the user who
 * started the job and admins can follow it.
 * @param id undefined before a job exists
 * @example
 * const [search, setSearch] = useSearch()
 * const { job } = useJob(search.get('job') ?? undefined)
 * const replay = useMutation(replayAll, { onSuccess: ({ jobId }) => setSearch({ job: jobId }, { replace: true }) })
 * @since 1.0.0
 */
export function useJob(id: string | undefined): JobResult {
  const [overId, setOverId] = useState<string>()
  const isAsking = id !== undefined && overId !== id
  const { data, error, refetch } = useQuery(
    readJob,
    { id: id ?? '' },
    {
      enabled: id !== undefined,
      errors: 'page',
      keepPrevious: false,
      ...(isAsking && { refetchMilliseconds: askAgainMilliseconds }),
    },
  )
  useLive(`/api/jobs/${id ?? ''}`, () => void (id !== undefined && refetch()))
  const isOver = data !== undefined && (data.state === 'done' || data.state === 'failed' || data.state === 'cancelled')
  const endedId = isOver || error?.status === 404 ? id : undefined
  if (endedId !== overId) setOverId(endedId)
  return { job: data, isOver, error, refetch }
}
