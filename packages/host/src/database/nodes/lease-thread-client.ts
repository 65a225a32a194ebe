import type { MessagePort } from 'node:worker_threads'
import type { Stall, WatchOrder } from '../../support/stalls/watch-order.ts'
import type { LeaseThread, LeaseRenewal } from './lease-thread.ts'
import type { LeaseThreadReply, LeaseThreadRequest } from './lease-thread-messages.ts'

/** The main thread's end of a leaseThread: it asks one thing at a time, and keeps the process alive only while it waits. */
export class LeaseThreadClient implements LeaseThread {
  readonly #port: MessagePort
  #onChange: LeaseRenewal['onChange'] = () => undefined
  #onStall: (stall: Stall) => void = () => undefined
  #waiting: PromiseWithResolvers<void> | undefined
  #lost: Error | undefined

  constructor(port: MessagePort) {
    this.#port = port
    port.on('message', (reply: LeaseThreadReply) => this.#receive(reply))
    port.on('close', () => this.lose(new Error('The lease thread exited.')))
    port.unref()
  }

  async keep({ statements, every, holds, onChange }: LeaseRenewal): Promise<void> {
    this.#onChange = onChange
    const plain = statements.map(({ sql, parameters, writes }) => ({ sql, parameters, writes }))
    await this.#ask({ kind: 'keep', order: { statements: plain, every, holds } })
  }

  async release(): Promise<void> {
    this.#onChange = () => undefined
    if (this.#lost === undefined) await this.#ask({ kind: 'release' })
  }

  watch(order: WatchOrder, onStall: (stall: Stall) => void): void {
    this.#onStall = onStall
    this.#send({ kind: 'watch', order })
  }

  /** Takes note that the thread has ended: nothing is kept or watched any more. */
  lose(error: Error): void {
    if (this.#lost !== undefined) return
    this.#lost = error
    this.#waiting?.reject(error)
    this.#onChange(error.message)
  }

  async #ask(request: LeaseThreadRequest): Promise<void> {
    if (this.#lost !== undefined) throw this.#lost
    this.#waiting = Promise.withResolvers<void>()
    this.#port.ref()
    this.#send(request)
    try {
      await this.#waiting.promise
    } finally {
      this.#port.unref()
    }
  }

  #send(request: LeaseThreadRequest): void {
    this.#port.postMessage(request)
  }

  #receive(reply: LeaseThreadReply): void {
    if (reply.kind === 'changed') this.#onChange(reply.lapsed)
    else if (reply.kind === 'stalled') this.#onStall(reply.stall)
    else if (reply.kind === 'kept' && reply.failure !== undefined) this.#waiting?.reject(new Error(reply.failure))
    else this.#waiting?.resolve()
  }
}
