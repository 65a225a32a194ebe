/** The threads of plugins in a process: ended with the host, and their errors reported as faults of their plugins. */
import type { Worker } from 'node:worker_threads'
import type { ThreadOptions, ThreadsService } from '@host/plugin/platform'
import type { ExecutionContexts } from '../containment/execution-contexts.ts'
import type { Faults } from '../containment/faults.ts'
import { startThread, type ThreadCode } from '../../support/start-thread.ts'

/** Megabytes. */
const mostMemory = 4_096
/** Megabytes for short-lived objects, which a thread needs whatever it is for. */
const youngMemory = 64

/** Dependencies of the threads. */
export interface PluginThreadsParts {
  readonly contexts: ExecutionContexts
  readonly faults: Faults
  readonly threadCode: ThreadCode | undefined
}

export class PluginThreads implements AsyncDisposable {
  readonly #parts: PluginThreadsParts
  readonly #running = new Set<Worker>()
  #isEnded = false

  constructor(parts: PluginThreadsParts) {
    this.#parts = parts
  }

  /** The service `Threads` of one plugin. */
  serviceOf(plugin: string): ThreadsService {
    return Object.freeze<ThreadsService>({ start: (file, options) => this.#start(plugin, file, options) })
  }

  /** Started outside of a request, since a thread outlives the request that needed it first. */
  #start(plugin: string, file: URL, { memory, ...options }: ThreadOptions): Worker {
    if (this.#isEnded) throw new Error(`Plugin "${plugin}" starts a thread after the host has stopped.`)
    if (!(memory >= 1 && memory <= mostMemory)) throw new TypeError('A thread has 1 to 4,096 MB of memory.')
    const { contexts, faults, threadCode } = this.#parts
    const resourceLimits = { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: youngMemory }
    const start = (): Worker => startThread(file, { ...options, resourceLimits, threadCode })
    const worker = contexts.run({ plugin }, start, undefined)
    this.#running.add(worker)
    worker.on('error', (error) => faults.report({ plugin, kind: 'thread', error }))
    worker.on('exit', () => this.#running.delete(worker))
    return worker
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnded = true
    await Promise.all([...this.#running].map((worker) => worker.terminate()))
  }
}
