import type { MessagePort } from 'node:worker_threads'
import { ProcessorWait } from '../../support/stalls/processor-wait.ts'
import { StallWatch } from '../../support/stalls/stall-watch.ts'
import type { Stall, WatchOrder } from '../../support/stalls/watch-order.ts'
import type { LeaseThreadReply, LeaseThreadRequest, RenewalOrder } from './lease-thread-messages.ts'
import { RenewalRun, type RunStatements } from './renewal-run.ts'

/** The lease thread; databases differ only in how statements are run. */
export class LeaseThreadRunner {
  readonly #port: MessagePort
  readonly #run: RunStatements
  #renewal: Promise<RenewalRun | undefined> = Promise.resolve(undefined)
  readonly #watching = new DisposableStack()

  constructor(port: MessagePort, run: RunStatements) {
    this.#port = port
    this.#run = run
  }

  start(): void {
    this.#port.on('message', (request: LeaseThreadRequest) => {
      if (request.kind === 'keep') this.#renewal = this.#keep(request.order)
      else if (request.kind === 'release') this.#renewal = this.#release(this.#renewal)
      else this.#watch(request.order)
    })
  }

  /** Ends everything it runs, as the end of the thread would: a lease that is kept is not given back. */
  stop(): void {
    this.#port.close()
    this.#watching.dispose()
    void this.#renewal.then((run) => run?.end())
  }

  #watch(order: WatchOrder): void {
    const onStall = (stall: Stall): void => this.#send({ kind: 'stalled', stall })
    const watch = new StallWatch(order, { onStall, wait: this.#watching.use(new ProcessorWait()) })
    this.#watching.defer(() => watch.stop())
    watch.start()
  }

  async #keep(order: RenewalOrder): Promise<RenewalRun | undefined> {
    try {
      const run = await RenewalRun.begin(order, this.#run, (lapsed) => this.#send({ kind: 'changed', lapsed }))
      this.#send({ kind: 'kept', failure: undefined })
      return run
    } catch (error) {
      this.#send({ kind: 'kept', failure: error instanceof Error ? error.message : String(error) })
      return undefined
    }
  }

  async #release(renewal: Promise<RenewalRun | undefined>): Promise<undefined> {
    const run = await renewal
    await run?.end()
    this.#send({ kind: 'released' })
  }

  #send(reply: LeaseThreadReply): void {
    this.#port.postMessage(reply)
  }
}
