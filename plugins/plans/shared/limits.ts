/** Limits of plans. */
export const planLimits = Object.freeze({
  /** Plans of the instance, archived ones too. */
  plans: 200,
  /** Characters of a plan's name and of its titles. */
  name: 40,
  title: 80,
  /** Tiers, and limits, that a plan names. */
  parts: 200,
  /** Bytes of a request that creates or changes a plan. */
  body: 65_536,
  /** The largest limit and the largest grant. */
  amount: Number.MAX_SAFE_INTEGER,
  /** Overrides, and grants that have not ended, of a workspace. */
  overrides: 200,
  grants: 200,
  note: 500,
  /** Uses of meters that are counted at once, and how long the ID of each is known, in days. */
  uses: 500,
  knownDays: 30,
  /** Days after which a use is too late for its period. */
  lateDays: 35,
  /** Days that a workspace has to come below a limit that was lowered. */
  noticeDays: 14,
  /** Records above a limit that are listed. */
  above: 100,
})
