/**
 * The hours in which only the inbox receives notifications, in the user's local time; over midnight when `to` is
 * earlier.
 */
export interface QuietHours {
  readonly from: string
  readonly to: string
}

/** When emails are put together into one; `weekday` is 1 for Monday to 7, for weekly ones. */
export interface Digest {
  readonly every: 'never' | 'day' | 'week'
  readonly hour: number
  readonly weekday: number
}

/** The digest of a user without a choice. */
export const noDigest: Digest = Object.freeze({ every: 'never', hour: 8, weekday: 1 })
