/** Work on certificates as a job of the instance, so that another process goes on if one dies. The lease keeps it to one run. */
import { defineJob, type JobsService } from '@host/plugin'
import * as z from 'zod/mini'
import type { CertificateRenewal } from './certificate-renewal.ts'

const minute = 60_000

const renewCertificates = defineJob({
  name: 'renew-certificates',
  input: z.strictObject({}),
  place: 'instance',
  timeout: 60 * minute,
  attempts: 1,
  concurrency: 1,
  usesNetwork: true,
})

/** Looks each minute for what is due. @returns looks at once */
export function scheduleRenewals(
  jobs: Pick<JobsService, 'handle' | 'schedule' | 'enqueueForInstance'>,
  renewal: Pick<CertificateRenewal, 'run'>,
): () => Promise<void> {
  jobs.handle(renewCertificates, async ({ signal }) => await renewal.run(signal))
  jobs.schedule(renewCertificates, '* * * * *', { input: {} })
  return async () => void (await jobs.enqueueForInstance(renewCertificates, {}, { uniqueKey: 'now' }))
}
