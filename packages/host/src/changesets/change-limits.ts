/** Limits of changesets. Times in milliseconds, sizes in bytes. */
export const changeLimits = Object.freeze({
  parts: 20,
  steps: 20_000,
  planBytes: 16 * 1024 * 1024,
  valueBytes: 64 * 1024,
  key: 400,
  target: 200,
  title: 200,
  note: 2_000,
  /** Plans of a workspace that wait. */
  waitingPlans: 200,
  planAge: 3_600_000,
  /** A call that reads, writes or settles a target. */
  call: 30_000,
  judge: 10_000,
  finder: 2_000,
  /** Changesets of a workspace that one process applies at once. */
  appliesAtOnce: 2,
  /** One attempt to apply. */
  apply: 6 * 3_600_000,
  /** How long a run waits at most when a target limits the rate, and runs in a row that may do so without a step. */
  pause: 15 * 60_000,
  pauses: 10,
  /** Changesets of a target that record drift, within that many milliseconds. */
  drifts: 6,
  driftPeriod: 24 * 3_600_000,
  history: 2 * 365 * 24 * 3_600_000,
  /** Plans that were never applied. */
  oldPlans: 30 * 24 * 3_600_000,
})
