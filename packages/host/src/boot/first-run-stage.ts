import type { Identity } from '../identity/index.ts'
import { BootError } from '../support/boot-error.ts'
import type { BootOptions } from './boot-options.ts'

/** Runs only in the first worker of a start: a second link would void the first. */
export async function firstRunStage(
  { worker, failedRestore }: BootOptions,
  identity: Pick<Identity, 'firstRun'>,
): Promise<string | undefined> {
  if (worker?.isFirst === false) return undefined
  try {
    return await identity.firstRun(failedRestore)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new BootError('first run', [reason], { cause: error })
  }
}
