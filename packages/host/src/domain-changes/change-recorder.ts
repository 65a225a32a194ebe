import type { DomainChange } from './domain-change.ts'

/** Takes the changes of the domain services. */
export interface ChangeRecorder<Change extends DomainChange = DomainChange> {
  /** Writes the entry of a change, and publishes its event, as a part of the transaction that it is called in. */
  readonly record: (change: Change) => Promise<void>
}
