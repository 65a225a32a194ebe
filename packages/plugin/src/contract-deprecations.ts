import type { MemberDeprecation } from './deprecation.ts'

/**
 * The deprecated members of this version of the contract. The host warns each plugin that uses one, once a start, and
 * the build reports exports; an entry is removed together with its member.
 * @since 1.0.0
 */
export const contractDeprecations: readonly MemberDeprecation[] = Object.freeze([
  {
    what: { of: 'service', service: 'core.entitlements', member: 'remaining' },
    since: '1.1.0',
    use: 'use planLimit or withinPlan',
  },
])
