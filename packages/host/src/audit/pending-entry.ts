/**
 * The automatic entry of a call, on its way into the log.
 *
 *   open --attach--> pending --committed--> written     (together with a change)
 *                    pending --rolledBack--> open       (its carrier was rolled back or found nothing to change)
 *   open --takeDue--> written                      (nothing carried it, and the call has changed something)
 *   open --takeDue--> closed                       (the call has changed nothing)
 *
 * It is attached to the first change that its workspace's database commits: the change and its entry are one
 * transaction. A commit while it is pending elsewhere is remembered, so that a change never stays without it.
 */
import type { PublicScope } from '../request/request-scope.ts'
import type { Statement } from '../database/statement.ts'
import type { CallEntry, EntryDetails, RequestState } from '../request/request-state.ts'
import { actorOf } from './actor-of.ts'
import { asCalled } from './as-called.ts'
import type { EndpointShape } from './endpoint-shape.ts'
import { instanceOrgId } from '../request/instance-org-id.ts'
import { checkAction, requestOrigin, targetText, type NewEntry } from './new-entry.ts'
import { snapshot } from './snapshot.ts'
import { withApprover } from './with-approver.ts'

export class PendingEntry implements CallEntry {
  readonly #shape: EndpointShape
  readonly #state: RequestState
  readonly #scope: PublicScope
  #details: EntryDetails = {}
  #place: 'open' | 'pending' | 'written' | 'closed' = 'open'
  #hasChanged = false

  constructor(shape: EndpointShape, state: RequestState, scope: PublicScope) {
    this.#shape = shape
    this.#state = state
    this.#scope = scope
  }

  /** The workspace of its log. */
  get orgId(): string {
    const { caller } = this.#state
    return this.#details.orgId ?? (this.#shape.isOfInstance ? instanceOrgId : (caller?.orgId ?? instanceOrgId))
  }

  /** @throws Error once it is written; TypeError for an action that is none */
  describe(details: EntryDetails): void {
    if (this.#place !== 'open') {
      throw new Error(
        'The audit entry of this call was already written: describe it before the first change, or inside its transaction.',
      )
    }
    if (details.action !== undefined) checkAction(details.action)
    const said = Object.entries(details).filter(([, value]) => value !== undefined)
    this.#details = { ...this.#details, ...Object.fromEntries(said) }
  }

  /**
   * Attaches the entry to statements that change data.
   * @param tenant the workspace that they are bound to
   * @returns the statement to run with them; undefined when it is attached elsewhere, or belongs to another workspace
   */
  attach(carrier: readonly Statement[], tenant: string | undefined): NewEntry | undefined {
    if (this.#place !== 'open' || (tenant !== undefined && tenant !== this.orgId)) return undefined
    this.#place = 'pending'
    return this.#entry(carrier.find(({ insertedId }) => insertedId !== undefined)?.insertedId)
  }

  /** Its carrier was committed. */
  committed(): void {
    this.#place = 'written'
  }

  /** Its carrier was rolled back, or found no row to change. */
  rolledBack(): void {
    this.#place = 'open'
  }

  /** Something was committed that did not carry it. */
  passed(): void {
    this.#hasChanged = true
  }

  /**
   * Ends the call.
   * @param isDone whether it has succeeded
   * @returns the entry when it is still to be written
   */
  takeDue(isDone: boolean, answer?: unknown): NewEntry | undefined {
    if (this.#place !== 'open') return undefined
    const isDue = isDone || this.#hasChanged
    this.#place = isDue ? 'written' : 'closed'
    return isDue ? this.#entry(idOf(answer)) : undefined
  }

  #entry(recordId: string | undefined): NewEntry {
    const { plugin, secrets, keepsInput } = this.#shape
    const { action = this.#shape.action, before, after = keepsInput ? this.#scope.input : undefined } = this.#details
    const { caller } = this.#state
    const approvedBy = caller?.agent?.approvedBy
    const entry: NewEntry = {
      ...requestOrigin(this.#state, plugin),
      orgId: this.orgId,
      action,
      actor: actorOf(caller),
      target: this.#target(action, recordId),
      before: snapshot(before, secrets),
      after: snapshot(approvedBy === undefined ? after : withApprover(after, approvedBy), secrets),
    }
    return asCalled(entry, this.#state)
  }

  #target(action: string, recordId: string | undefined): string | null {
    if (this.#details.target !== undefined) return targetText(this.#details.target)
    const { wildcard } = this.#shape
    const id = wildcard === undefined ? recordId : this.#state.params[wildcard]
    return id === undefined ? null : targetText(`${action.slice(0, action.lastIndexOf('.'))}:${id}`)
  }
}

function idOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('id' in answer)) return undefined
  return typeof answer.id === 'string' ? answer.id : undefined
}
