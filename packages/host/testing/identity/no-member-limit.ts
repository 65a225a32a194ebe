import { memberLimitOf, type MemberLimit } from '../../src/plans/host-quotas.ts'

/** The limit of members without a plan. */
export const noMemberLimit: MemberLimit = memberLimitOf({ lookup: () => undefined })
