import { ProtocolError } from '@modelcontextprotocol/server'

/**
 * What came up behind the protocol while one request was answered. The library would say it to the agent in the words of
 * its maker, such as a query or an address of the database, and to nobody else; here it goes to the host instead.
 */
export class ErrorStore {
  #first: { readonly error: unknown } | undefined

  /** Does work, and keeps what it throws, unless that is an answer of the protocol. */
  readonly watch = async <Result>(work: () => Promise<Result> | Result): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      this.note(error)
      throw error
    }
  }

  /** Keeps what was thrown, unless it is an answer of the protocol. */
  note(error: unknown): void {
    if (!(error instanceof ProtocolError)) this.#first ??= { error }
  }

  /** An answer behind which nothing came up. @throws what came up first */
  throwOr(answer: Response): Response {
    if (this.#first !== undefined) throw this.#first.error
    return answer
  }
}
