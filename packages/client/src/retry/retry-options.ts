/** How long and how often a call that is safe to repeat is tried. */
export interface RetryOptions {
  /** How often at most, the first time included; 3 when left out. */
  readonly attempts?: number
  /** How long all attempts may take with the waits between them, in milliseconds; 90,000 when left out. */
  readonly withinMilliseconds?: number
}
