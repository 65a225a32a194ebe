/** The process that makes the load: it shares nothing with the servers but the machine. */
import type { LoadJob, LoadResult } from './load-job.ts'
import { runLoad } from './run-load.ts'

/** A result, or why there is none. */
export type LoadAnswer = { readonly result: LoadResult } | { readonly problem: string }

process.on('message', (job: LoadJob) => {
  runLoad(job).then(
    (result) => answer({ result }),
    (error: unknown) => answer({ problem: String(error) }),
  )
})
process.once('disconnect', () => process.exit())

function answer(message: LoadAnswer): void {
  process.send?.(message)
}
