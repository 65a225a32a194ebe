import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** A module of ours that runs in a process of its own. */
export interface ChildOptions {
  readonly module: string
  /** Options of the module, as JSON. */
  readonly options?: unknown
  /** Where its CPU profile goes; undefined when none is taken. */
  readonly profiles?: string | undefined
}

const stopLimit = 5_000

/**
 * The parent's end of a process that answers one message at a time.
 *
 * Nothing is shared with it but messages, so neither its garbage nor its compiled code meets that of another contender.
 */
export class Child {
  readonly #process: ChildProcess
  readonly #name: string

  constructor({ module, options, profiles }: ChildOptions) {
    this.#name = module
    this.#process = fork(module, [JSON.stringify(options ?? null)], {
      execArgv: ['--conditions=source', ...profileArguments(profiles)],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
  }

  /** Sends a message and waits for the answer to it. */
  async ask<Answer>(message: unknown): Promise<Answer> {
    this.#process.send(message as object)
    return await this.#next<Answer>()
  }

  /** The first message of the process. */
  async greeting<Answer>(): Promise<Answer> {
    return await this.#next<Answer>()
  }

  /** Lets it end by itself, so that a profile is written, and makes it end when it does not. */
  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const exited = once(this.#process, 'exit')
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), stopLimit)
    this.#process.disconnect()
    await exited
    clearTimeout(timer)
  }

  async #next<Answer>(): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const onExit = (): void => reject(new Error(`${this.#name} ended before it answered.`))
    this.#process.once('message', resolve)
    this.#process.once('exit', onExit)
    try {
      return await promise
    } finally {
      this.#process.off('message', resolve)
      this.#process.off('exit', onExit)
    }
  }
}

function profileArguments(profiles: string | undefined): readonly string[] {
  return profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`, '--cpu-prof-interval=200']
}
