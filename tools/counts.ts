/** Counts on the last line of a suite. */
export type Counts = { passed: number; failed: number; skipped: number }

/** `12 passed, 0 failed`, with the skipped ones when there are any. */
export function formatCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** Reads the last line of a suite's output; `undefined` when the suite never got that far. */
export function readCounts(output: string): Counts | undefined {
  const match = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(output.trimEnd().split('\n').at(-1) ?? '')
  if (match === null) return undefined
  const [passed, failed, skipped] = match.slice(1).map((digits) => Number(digits ?? 0))
  return { passed: passed ?? 0, failed: failed ?? 0, skipped: skipped ?? 0 }
}

export function sumCounts(all: readonly Counts[]): Counts {
  const total: Counts = { passed: 0, failed: 0, skipped: 0 }
  for (const { passed, failed, skipped } of all) {
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
  }
  return total
}
