import { join } from 'node:path'
import { Child } from '../process/child.ts'
import type { LoadAnswer } from './load-child.ts'
import type { LoadJob, LoadResult } from './load-job.ts'

/** The load generator, as the benchmarks use it. */
export class LoadProcess implements AsyncDisposable {
  readonly #child = new Child({ module: join(import.meta.dirname, 'load-child.ts') })

  /** @throws Error when an answer was not the expected one */
  async run(job: LoadJob): Promise<LoadResult> {
    const answer = await this.#child.ask<LoadAnswer>(job)
    if ('problem' in answer) throw new Error(answer.problem)
    return answer.result
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#child.stop()
  }
}
