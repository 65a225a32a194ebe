/** The host's clock, which moves when a test moves it and never by itself. */
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

/** A clock that stands at the real time of its making. */
export function createTestClock(): TestClock {
  let now = Date.now()
  return Object.freeze({
    now: () => now,
    advance: ({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Parameters<TestClock['advance']>[0]) => {
      now += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
    },
  })
}
