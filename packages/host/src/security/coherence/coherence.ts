import type { Epochs } from './epochs.ts'

/** The basis of caches of rights: whether they may be trusted, and how all of them learn of a change. */
export interface Coherence {
  /** Whether this process is the only one on its database. */
  readonly isAlone: boolean
  readonly epochs: Epochs
  /** Whether cached values may be used now: every answered change is known here. */
  isTrusted(): boolean
  /**
   * Makes every process forget its cached rights of a subject. Await it after the database has committed and before
   * answering: when it resolves, no request that begins from now on is served with the old state, on any process.
   * @param subjects ids of users and workspaces, hashes of tokens
   * @throws Problem `service_unavailable` when the other processes can't be notified in time; they are notified later
   */
  forget(subjects: readonly string[]): Promise<void>
}
