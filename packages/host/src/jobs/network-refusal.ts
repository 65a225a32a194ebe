import type { ExecutionContext } from '../observability/containment/execution-contexts.ts'

/**
 * The error of code that sends a request or mail in a job that does not declare it: such a job would keep a slot from work
 * that waits for no other server.
 * @returns undefined for code that may
 */
export function networkRefusal(frame: ExecutionContext | undefined): TypeError | undefined {
  if (frame?.job === undefined || frame.job.usesNetwork) return undefined
  const { plugin, job } = frame
  return new TypeError(
    `The job "${job.name}" of ${plugin} uses the network without declaring it: add "usesNetwork: true" to its defineJob.`,
  )
}
