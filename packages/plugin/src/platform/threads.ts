import type { Worker, WorkerOptions } from 'node:worker_threads'
import { serviceToken } from '../service.ts'

/** Options of a thread. */
export interface ThreadOptions extends Pick<WorkerOptions, 'workerData' | 'transferList'> {
  /** Megabytes of objects, 1 to 4,096; a thread that needs more ends with an error. Buffers do not count. */
  readonly memory: number
}

/** Starts threads of a plugin. */
export interface ThreadsService {
  /**
   * Starts a module in a thread. The host ends it when it stops, after the plugin's own `stop`, and reports its errors
   * as faults of the plugin. Start it when there is work, not in `mount`.
   * @param file `new URL('name-thread.ts', import.meta.url)`, which the list of threads of the build must contain
   */
  start(file: URL, options: ThreadOptions): Worker
}

/**
 * Threads for work that would block the event loop, or that reads input which could.
 *
 * Audience: platform.
 */
export const Threads = serviceToken<ThreadsService>('core.threads')
