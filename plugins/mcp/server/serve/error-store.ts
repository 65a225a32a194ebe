import { ProtocolError } from '@modelcontextprotocol/server'

/**
 * Errors behind the protocol during one request. The library would send their message, such as a query or a database
 * address, to the agent and log nothing; here they go to the host instead.
 */
export class ErrorStore {
  #first: { readonly error: unknown } | undefined

  /** Runs work and stores its error, unless it is a protocol error. */
  readonly watch = async <Result>(work: () => Promise<Result> | Result): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      this.note(error)
      throw error
    }
  }

  /** Stores an error, unless it is a protocol error. */
  note(error: unknown): void {
    if (!(error instanceof ProtocolError)) this.#first ??= { error }
  }

  /** Returns the answer if no error was stored. @throws the first stored error */
  throwOr(answer: Response): Response {
    if (this.#first !== undefined) throw this.#first.error
    return answer
  }
}
