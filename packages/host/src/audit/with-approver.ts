import type { Caller } from '../request/caller.ts'
import type { NamedEntry } from './new-entry.ts'

/** The state after a call, with its approver placed first, where no cut reaches it and no input overrides it. */
export function withApprover(after: unknown, approvedBy: string): Readonly<Record<string, unknown>> {
  const said = typeof after === 'object' && after !== null ? Object.entries(after) : []
  return Object.fromEntries([['approvedBy', approvedBy], ...said.filter(([name]) => name !== 'approvedBy')])
}

/** An entry that is written during a call: one that was approved is an agent's, and names who let it run. */
export function asApproved(named: NamedEntry, caller: Caller | undefined): NamedEntry {
  const approvedBy = caller?.agent?.approvedBy
  if (approvedBy === undefined) return named
  const { actor } = named
  return {
    ...named,
    actor: actor.id === caller?.userId ? { ...actor, kind: 'agent' } : actor,
    after: withApprover(named.after, approvedBy),
  }
}
