/**
 * The parent of the workers of `host serve --workers N`. It serves nothing itself: it holds the SQLite file and the
 * listening socket, deals the connections out, and keeps N workers alive.
 *
 *   first --it is ready--> starting --all are ready--> serving --stop signal--> stopping --all have ended--> over
 *     |                                                  |   |--a worker orders a restore--> stopping --all have ended--> over
 *     |                                                  |   '--a worker ends--> serving, one more is started
 *     |                                                  '--none can be started--> stopping --> failed
 *     '--it ends--> failed
 *
 * The first worker starts alone: it migrates, and a refused start is refused once. One of the others that ends before
 * it is ready is not waited for.
 */
import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { listenError, type HostConfig, type RestoreOrder } from '@host/host'
import type { Log, Wording } from '@host/plugin'
import { CommandFailure } from '../command-failure.ts'
import { relayBus } from './bus-lines.ts'
import { ConnectionDealer } from './connection-dealer.ts'
import { isConnectionMessage, type WorkerMessage } from './connection-messages.ts'
import { relayRights, workerStdio } from './rights-pipes.ts'
import { Restarts } from './restarts.ts'
import { isOrderMessage, isStartRequest, type OrderAnswer, type StartMessage } from './worker-start.ts'

/** Options of a supervisor. */
export interface SupervisorOptions {
  readonly count: number
  readonly config: Pick<HostConfig, 'listen' | 'tls' | 'http' | 'stopDelay'>
  readonly log: Log
  /** How long a worker may take to stop, in milliseconds. */
  readonly stopTimeout: number
  /** Reason why the restore failed for which the workers before were stopped. */
  readonly failedRestore: Wording | undefined
}

/**
 * Prepares this process for workers, once for all of its supervisors.
 * @param execArgv arguments for Node itself; an executable takes none, it would take them for the user's
 */
export function prepareForWorkers(execArgv: readonly string[]): void {
  cluster.setupPrimary({ execArgv: [...execArgv], stdio: workerStdio })
  relayBus()
  relayRights()
}

export class Supervisor {
  readonly #options: SupervisorOptions
  readonly #restarts = new Restarts()
  readonly #dealer: ConnectionDealer
  /** When each worker was ready; undefined before. */
  readonly #workers = new Map<Worker, number | undefined>()
  readonly #over = Promise.withResolvers<void>()
  readonly #delays = new Set<NodeJS.Timeout>()
  /** The workers of the start that have yet to be ready. */
  readonly #awaited = new Set<Worker>()
  #state: 'first' | 'starting' | 'serving' | 'stopping' = 'first'
  #failure: CommandFailure | undefined
  #order: RestoreOrder | undefined
  #closed: Promise<void> = Promise.resolve()

  constructor(options: SupervisorOptions) {
    this.#options = options
    this.#dealer = new ConnectionDealer(options.config.http.connections)
  }

  /**
   * Resolves when all workers have ended, after a stop signal or an order.
   * @returns the restore that a worker has ordered
   * @throws CommandFailure when none can serve
   */
  async run(): Promise<RestoreOrder | undefined> {
    const onMessage = (worker: Worker, message: unknown): void => {
      if (isStartRequest(message)) this.#answerStart(worker)
      if (isConnectionMessage<WorkerMessage>(message)) this.#take(worker, message)
      if (isOrderMessage(message)) this.#takeOrder(worker, message.hostRestore)
    }
    const onExit = (worker: Worker, code: number, signal: string | null): void => this.#takeEnd(worker, signal ?? code)
    cluster.on('message', onMessage)
    cluster.on('exit', onExit)
    try {
      this.#start()
      await this.#over.promise
      await this.#closed
      this.#dealer.drop()
    } finally {
      cluster.off('message', onMessage)
      cluster.off('exit', onExit)
    }
    if (this.#failure !== undefined) throw this.#failure
    return this.#order
  }

  /** Lets every worker finish its work, and ends those that don't. */
  stop(): void {
    if (this.#state === 'stopping') return
    this.#state = 'stopping'
    for (const delay of this.#delays) clearTimeout(delay)
    this.#closed = this.#dealer.close(sleep(this.#options.config.stopDelay))
    for (const worker of this.#workers.keys()) worker.process.kill('SIGTERM')
    setTimeout(() => this.#end(), this.#options.stopTimeout).unref()
    this.#settle()
  }

  #start(): void {
    const worker = cluster.fork()
    this.#workers.set(worker, undefined)
    if (this.#state !== 'serving') this.#awaited.add(worker)
  }

  #answerStart(worker: Worker): void {
    const { failedRestore } = this.#options
    const hostStart = { isFirst: this.#state === 'first', failedRestore }
    if (worker.isConnected()) worker.send({ hostStart } satisfies StartMessage)
  }

  #take(worker: Worker, message: WorkerMessage): void {
    this.#dealer.receive(worker, message)
    if (message.hostConnections !== 'ready') return
    this.#workers.set(worker, performance.now())
    if (this.#state === 'first') {
      this.#state = 'starting'
      while (this.#workers.size < this.#options.count) this.#start()
    }
    this.#await(worker)
  }

  /** Takes one order: the workers end, and `run` returns it. */
  #takeOrder(worker: Worker, order: RestoreOrder): void {
    const isTaken = this.#state === 'serving'
    if (worker.isConnected()) worker.send({ hostRestoreTaken: isTaken } satisfies OrderAnswer)
    if (!isTaken) return
    this.#order = order
    this.stop()
  }

  /** Listens once no worker of the start is awaited any more. */
  #await(worker: Worker): void {
    this.#awaited.delete(worker)
    if (this.#state !== 'starting' || this.#awaited.size > 0) return
    this.#state = 'serving'
    const { listen, tls } = this.#options.config
    this.#dealer.listen({ http: listen, tls: tls?.listen }).catch((error: unknown) => {
      this.#fail(new CommandFailure(listenError(listen, error).problems))
      this.stop()
    })
  }

  #takeEnd(worker: Worker, reason: string | number): void {
    void this.#dealer.remove(worker)
    const since = this.#workers.get(worker)
    this.#workers.delete(worker)
    if (this.#state === 'stopping') return this.#settle()
    if (this.#state === 'first') return this.#fail(refusalOf(reason))
    this.#await(worker)
    this.#replace(since === undefined ? undefined : performance.now() - since, { pid: worker.process.pid, reason })
  }

  #replace(
    served: number | undefined,
    ended: { readonly pid: number | undefined; readonly reason: string | number },
  ): void {
    const othersServing = [...this.#workers.values()].filter((since) => since !== undefined).length
    const delay = this.#restarts.next({ served, othersServing })
    if (delay === undefined) {
      this.#fail(new CommandFailure(['No more workers can be started. Check the log above for the cause.']))
      return this.stop()
    }
    this.#options.log.warn('A worker exited and is being restarted', ended)
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
      this.#options.log.error('A worker did not stop in time and is being killed', { pid: worker.pid })
      worker.kill('SIGKILL')
    }
  }
}

/** A worker that refused to start has said why itself. */
function refusalOf(reason: string | number): CommandFailure {
  return new CommandFailure(reason === 1 ? [] : [`The first worker exited (${reason}) before it was ready.`])
}
