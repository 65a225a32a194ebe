import type { IssuedChain, RenewalWindow } from '@host/acme'

const hour = 3_600_000
const longest = 24 * hour

/** Milliseconds until the next look at an order whose DNS change waits for a person. The order stays. */
export const approvalPause = 600_000

/** A number from 0 to 1, without 1. */
export type Random = () => number

/**
 * Milliseconds until the next order after failed ones: 1 hour, then twice as long each time, at most 24 hours, and up to
 * a fifth shorter at random. The authority may wish for longer, within the same 24 hours.
 *
 * @param failures that came before this one
 */
export function pauseAfter(failures: number, retryAfter: number | undefined, random: Random): number {
  const pause = Math.min(longest, hour * 2 ** Math.min(failures, 10)) * (1 - random() / 5)
  return Math.min(longest, Math.max(pause, retryAfter ?? 0))
}

/** When a certificate is renewed unless the authority advises: at two thirds of its lifetime, or up to a tenth earlier. */
export function renewalTime(
  { notBefore, notAfter }: Pick<IssuedChain, 'notBefore' | 'notAfter'>,
  random: Random,
): number {
  return Math.round(notBefore + (notAfter - notBefore) * (2 / 3) * (1 - random() / 10))
}

/**
 * A time in the window that the authority advises (RFC 9773, section 4.2).
 *
 * @param planned when it is renewed so far
 * @returns `planned` where that is in the window
 */
export function timeInWindow({ start, end }: RenewalWindow, planned: number, random: Random): number {
  return planned >= start && planned <= end ? planned : Math.round(start + (end - start) * random())
}

/** Milliseconds until the authority is asked about a renewal again: as it wishes, within 1 and 24 hours. */
export function nextQuestion(window: RenewalWindow | undefined): number {
  return Math.min(longest, Math.max(hour, window?.retryAfter ?? 6 * hour))
}
