import { Child, type ChildOptions } from './child.ts'
import type { Usage } from './serve-parent.ts'

/** A server under test, in its own process. */
export class ServerProcess implements AsyncDisposable {
  readonly port: number
  readonly #child: Child

  private constructor(child: Child, port: number) {
    this.#child = child
    this.port = port
  }

  /** Starts it; it listens when this resolves. */
  static async start(options: ChildOptions): Promise<ServerProcess> {
    const child = new Child(options)
    const { port } = await child.greeting<{ readonly port: number }>()
    return new ServerProcess(child, port)
  }

  async usage(): Promise<Usage> {
    return await this.#child.ask<Usage>('usage')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#child.stop()
  }
}
