import type { Epochs } from './epochs.ts'

/** What memories of rights stand on: whether they may be trusted, and how all of them are told of a change. */
export interface Coherence {
  /** Whether this process is the only one on its database. */
  readonly isAlone: boolean
  readonly epochs: Epochs
  /** Whether what is in memory may be used now: every change that was answered for is known here. */
  isTrusted(): boolean
  /**
   * Makes every process forget what it remembers of someone. Await it after the database has committed and before
   * answering: when it resolves, no request that begins from now on is served with what was before, on any process.
   * @param subjects ids of users and workspaces, hashes of tokens
   * @throws Problem `service_unavailable` when the other processes can't be told in time; they are told later
   */
  forget(subjects: readonly string[]): Promise<void>
}
