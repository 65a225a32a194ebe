/**
 * The parent of the workers of `host serve --workers N`. It serves nothing itself: it holds the SQLite file and the
 * listening socket, which `node:cluster` shares out, and keeps N workers alive.
 *
 *   first --it listens--> serving --told to stop--> stopping --all have ended--> over
 *     |                    |   '--a worker ends--> serving, one more is started
 *     |                    '--none can be started--> stopping --> failed
 *     '--it ends--> failed
 *
 * The first worker starts alone: it migrates, and a start that is refused is refused once.
 */
import cluster, { type Worker } from 'node:cluster'
import type { Log } from '@host/plugin'
import { CommandFailure } from '../command-failure.ts'
import { relayBus } from './bus-lines.ts'
import { relayRights, workerStdio } from './rights-pipes.ts'
import { Restarts } from './restarts.ts'

/** What a supervisor is made from. */
export interface SupervisorOptions {
  readonly count: number
  readonly log: Log
  /** Arguments for Node itself; an executable takes none, it would take them for the user's. */
  readonly execArgv: readonly string[]
  /** How long a worker may take to stop, in milliseconds. */
  readonly stopTimeout: number
}

export class Supervisor {
  readonly #options: SupervisorOptions
  readonly #restarts = new Restarts()
  /** When each worker began to listen; undefined before. */
  readonly #workers = new Map<Worker, number | undefined>()
  readonly #over = Promise.withResolvers<void>()
  readonly #delays = new Set<NodeJS.Timeout>()
  #state: 'first' | 'serving' | 'stopping' = 'first'
  #failure: CommandFailure | undefined

  constructor(options: SupervisorOptions) {
    this.#options = options
  }

  /** Resolves when all workers have ended because it was told to stop. @throws CommandFailure when none can serve */
  async run(): Promise<void> {
    // Whoever is free takes a connection; handed out in turns, one would wait for a worker that is blocked.
    cluster.schedulingPolicy = cluster.SCHED_NONE
    cluster.setupPrimary({ execArgv: [...this.#options.execArgv], stdio: workerStdio })
    cluster.on('listening', (worker) => this.#takeListening(worker))
    cluster.on('exit', (worker, code, signal) => this.#takeEnd(worker, signal ?? code))
    relayBus()
    relayRights()
    this.#start()
    await this.#over.promise
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Lets every worker finish what it does, and ends those that don't. */
  stop(): void {
    if (this.#state === 'stopping') return
    this.#state = 'stopping'
    for (const delay of this.#delays) clearTimeout(delay)
    for (const worker of this.#workers.keys()) worker.process.kill('SIGTERM')
    setTimeout(() => this.#end(), this.#options.stopTimeout).unref()
    this.#settle()
  }

  #start(): void {
    this.#workers.set(cluster.fork(), undefined)
  }

  #takeListening(worker: Worker): void {
    this.#workers.set(worker, performance.now())
    if (this.#state !== 'first') return
    this.#state = 'serving'
    while (this.#workers.size < this.#options.count) this.#start()
  }

  #takeEnd(worker: Worker, reason: string | number): void {
    const since = this.#workers.get(worker)
    this.#workers.delete(worker)
    if (this.#state === 'stopping') return this.#settle()
    if (this.#state === 'first') return this.#fail(refusalOf(reason))
    this.#replace(since === undefined ? undefined : performance.now() - since, { pid: worker.process.pid, reason })
  }

  #replace(
    served: number | undefined,
    ended: { readonly pid: number | undefined; readonly reason: string | number },
  ): void {
    const othersServing = [...this.#workers.values()].filter((since) => since !== undefined).length
    const delay = this.#restarts.next({ served, othersServing })
    if (delay === undefined) {
      this.#fail(new CommandFailure(['No worker can be started any more; what ended them stands in the log above.']))
      return this.stop()
    }
    this.#options.log.warn('A worker has ended and is started again', ended)
    const timer = setTimeout(() => {
      this.#delays.delete(timer)
      this.#start()
    }, delay)
    this.#delays.add(timer)
  }

  #fail(failure: CommandFailure): void {
    this.#failure = failure
    if (this.#state === 'first') this.#over.resolve()
  }

  #settle(): void {
    if (this.#workers.size === 0) this.#over.resolve()
  }

  #end(): void {
    for (const { process: worker } of this.#workers.keys()) {
      this.#options.log.error('A worker did not stop in time and is ended', { pid: worker.pid })
      worker.kill('SIGKILL')
    }
  }
}

/** A worker that refused to start has said why itself. */
function refusalOf(reason: string | number): CommandFailure {
  return new CommandFailure(reason === 1 ? [] : [`The first worker ended (${reason}) before it listened.`])
}
