import { basename } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** The text of a thread by the name of its file, such as `sqlite-writer`. It throws for an unknown name. */
export type ThreadCode = (name: string) => string

/** Options of a thread, and where its text is. */
export interface StartOptions extends Omit<WorkerOptions, 'eval'> {
  /** The text of a thread, inside an executable, which has no file to start it from. */
  readonly threadCode: ThreadCode | undefined
}

/**
 * Starts a thread. An executable contains only those of `packages/cli/src/build/bundle-workers.ts`.
 * @param file written as `new URL('name.ts', import.meta.url)`, as the test of that list searches for it
 */
export function startThread(file: URL, { threadCode, ...options }: StartOptions): Worker {
  return threadCode === undefined
    ? new Worker(file, options)
    : new Worker(threadCode(basename(file.pathname, '.ts')), { eval: true, ...options })
}
