import type { Endpoint } from '@host/plugin'
import type { ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import type { Faults } from '../observability/containment/faults.ts'
import { isMemberScope, MemberScope, type PublicScope } from '../request/request-scope.ts'
import type { Database } from '../database/database.ts'
import type { Transactor } from '../database/transactor.ts'
import { stateOf } from '../request/request-state.ts'
import { asCalled } from './as-called.ts'
import { AuditedTransactor } from './audited-transactor.ts'
import { shapeOf, type EndpointShape } from './endpoint-shape.ts'
import type { EntryWriter } from './entry-writer.ts'
import { newEntry, originOf, type NamedEntry, type NewEntry } from './new-entry.ts'
import { PendingEntry } from './pending-entry.ts'
import { asApproved } from './with-approver.ts'

/** Options of the trail of a host. */
export interface TrailOptions {
  /** For calls outside of any transaction. */
  readonly database: Database
  /** The database, or the transaction that the caller is in. */
  readonly joining: Transactor
  readonly writer: EntryWriter
  readonly contexts: ExecutionContexts
  readonly faults: Faults
}

type EndpointHandler = (scope: PublicScope) => unknown

/** Writes the entries of a host into its database: those of typed endpoints by itself, all others when it is asked. */
export class AuditTrail {
  readonly #options: TrailOptions

  constructor(options: TrailOptions) {
    this.#options = options
  }

  /**
   * Writes an entry; inside a transaction as part of it. An entry of an approved call names both people, whichever code
   * writes it. @throws TypeError for an invalid action
   */
  async record(named: NamedEntry): Promise<void> {
    const frame = this.#options.contexts.current()
    await this.#write(newEntry(asApproved(asCalled(named, frame), frame?.caller), originOf(frame)))
  }

  /** A handler whose calls write their entries. @throws TypeError for an invalid action */
  follow(endpoint: Endpoint, plugin: string, handler: EndpointHandler): EndpointHandler {
    const shape = shapeOf(endpoint, plugin)
    return shape === undefined ? handler : (scope) => this.#call(shape, scope, handler)
  }

  async #call(shape: EndpointShape, scope: PublicScope, handler: EndpointHandler): Promise<unknown> {
    const state = stateOf(scope.request)
    if (state === undefined) throw new Error('Only authorized requests reach a handler.')
    const entry = new PendingEntry(shape, state, scope)
    state.auditEntry = entry
    if (isMemberScope(scope)) this.#carry(scope, entry)
    try {
      const answer = await handler(scope)
      await this.#conclude(entry.takeDue(isSuccess(answer), answer))
      return answer
    } catch (error) {
      await this.#keep(entry, error)
      throw error
    }
  }

  #carry(scope: MemberScope, entry: PendingEntry): void {
    const { database, writer } = this.#options
    const on = MemberScope.transactorOf(scope) ?? database
    MemberScope.runOn(scope, new AuditedTransactor({ on, entry, writer }))
  }

  async #conclude(due: NewEntry | undefined): Promise<void> {
    if (due !== undefined) await this.#write(due)
  }

  /** A call that failed after a change keeps its entry. Its caller gets the original error. */
  async #keep(entry: PendingEntry, error: unknown): Promise<void> {
    try {
      await this.#conclude(entry.takeDue(false))
    } catch (failure) {
      const cause = new AggregateError([failure, error], 'The audit entry of a failed call could not be written.')
      this.#options.faults.report({ plugin: 'host', kind: 'handler', error: cause })
    }
  }

  async #write(entry: NewEntry): Promise<void> {
    const { joining, writer } = this.#options
    await joining.run(writer.insert(entry))
  }
}

function isSuccess(answer: unknown): boolean {
  return !(answer instanceof Response) || answer.status < 400
}
