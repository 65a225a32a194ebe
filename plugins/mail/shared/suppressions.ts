/** Reasons for which an address gets no mail of a workspace. */
export const suppressionReasons = ['bounce', 'soft-bounce', 'complaint', 'unsubscribe', 'manual'] as const

export type SuppressionReason = (typeof suppressionReasons)[number]
