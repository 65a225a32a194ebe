import type { MessagePort } from 'node:worker_threads'
import { StallWatch } from '../containment/stalls/stall-watch.ts'
import type { KeeperReply, KeeperRequest, UpkeepOrder } from './keeper-messages.ts'
import { UpkeepRun, type RunStatements } from './upkeep-run.ts'

/** The lease thread; databases differ only in how statements are run. */
export class KeeperThread {
  readonly #port: MessagePort
  readonly #run: RunStatements
  #upkeep: Promise<UpkeepRun | undefined> = Promise.resolve(undefined)

  constructor(port: MessagePort, run: RunStatements) {
    this.#port = port
    this.#run = run
  }

  start(): void {
    this.#port.on('message', (request: KeeperRequest) => {
      if (request.kind === 'keep') this.#upkeep = this.#keep(request.order)
      else if (request.kind === 'release') this.#upkeep = this.#release(this.#upkeep)
      else new StallWatch(request.order, (stall) => this.#send({ kind: 'stalled', stall })).start()
    })
  }

  async #keep(order: UpkeepOrder): Promise<UpkeepRun | undefined> {
    try {
      const run = await UpkeepRun.begin(order, this.#run, (lapsed) => this.#send({ kind: 'changed', lapsed }))
      this.#send({ kind: 'kept', failure: undefined })
      return run
    } catch (error) {
      this.#send({ kind: 'kept', failure: error instanceof Error ? error.message : String(error) })
      return undefined
    }
  }

  async #release(upkeep: Promise<UpkeepRun | undefined>): Promise<undefined> {
    const run = await upkeep
    await run?.end()
    this.#send({ kind: 'released' })
  }

  #send(reply: KeeperReply): void {
    this.#port.postMessage(reply)
  }
}
