import type { ReferrerPolicy } from '../../shared.ts'

/** The browser's usual policy; that of the instance's own pages would hide the referrer from every target. */
export const usualReferrerPolicy: ReferrerPolicy = 'strict-origin-when-cross-origin'
