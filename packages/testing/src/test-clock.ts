/** The host's clock. It begins at noon, UTC, of June 10, 2026, and moves when a test moves it, never by itself. */
export interface TestClock {
  /** Milliseconds since 1970. */
  now(): number
  /**
   * Moves it on, or back.
   * @example host.clock.advance({ days: 8 })
   */
  advance(by: {
    readonly days?: number
    readonly hours?: number
    readonly minutes?: number
    readonly seconds?: number
  }): void
}

/** Noon, UTC, of June 10, 2026: no test ends in another month because of the day on which it runs. */
const start = Date.UTC(2026, 5, 10, 12)

/** A clock that stands at the same moment in every run. */
export function createTestClock(): TestClock {
  let now = start
  return Object.freeze({
    now: () => now,
    advance: ({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Parameters<TestClock['advance']>[0]) => {
      now += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
    },
  })
}
