import type { MemberDeprecation } from './deprecation.ts'

/**
 * The members of this version of the contract that are deprecated. The host warns each plugin that uses one, once a start,
 * and composing tells of exports; an entry leaves together with its member. None are.
 * @since 1.0.0
 */
export const contractDeprecations: readonly MemberDeprecation[] = Object.freeze([])
