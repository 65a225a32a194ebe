import { domainStates, type DomainState } from '../../shared.ts'

/** The place of a state in lists: what is wrong first. */
export function urgencyOf(state: DomainState): number {
  return domainStates.indexOf(state)
}
