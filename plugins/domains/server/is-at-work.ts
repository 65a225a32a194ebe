import type { Parts } from './parts.ts'

/** Whether a row has a job that runs, or will. One that is held waits for its feature, or for its workspace. */
export async function isAtWork({ jobs }: Pick<Parts, 'jobs'>, orgId: string, job: string | null): Promise<boolean> {
  const status = job === null ? undefined : await jobs.status(orgId, job)
  return status !== undefined && ['waiting', 'running', 'held'].includes(status.state)
}
