import { Child, type ChildOptions } from './child.ts'
import type { Usage } from './serve-parent.ts'

type Ports = Pick<ServerProcess, 'port'> & { readonly otherPort?: number }

/** A server under test, in its own process. */
export class ServerProcess implements AsyncDisposable {
  readonly port: number
  /** Of the second server in the process; undefined when there is none. */
  readonly otherPort: number | undefined
  readonly #child: Child

  private constructor(child: Child, { port, otherPort }: Ports) {
    this.#child = child
    this.port = port
    this.otherPort = otherPort
  }

  /** Starts it; it listens when this resolves. */
  static async start(options: ChildOptions): Promise<ServerProcess> {
    const child = new Child(options)
    return new ServerProcess(child, await child.greeting<Ports>())
  }

  async usage(): Promise<Usage> {
    return await this.#child.ask<Usage>('usage')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#child.stop()
  }
}
