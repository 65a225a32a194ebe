/** Limits of domains. */
export const domainLimits = Object.freeze({
  /** Domains of a workspace. */
  domains: 1_000,
  /** Unverified ones among them. */
  pending: 200,
  /** Days until a domain that was never verified is removed. */
  pendingDays: 7,
  /** Days between the checks of a verified domain. */
  reverifyDays: 30,
  /** Failed checks, and days from the first of them, until a verified domain is lost. */
  failures: 3,
  failingDays: 7,
  /** Characters of a name as people write it. */
  name: 1_024,
})
