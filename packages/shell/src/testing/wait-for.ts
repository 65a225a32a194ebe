import { vi } from 'vitest'

/** Waits until a check passes. A busy machine may need seconds for a page. */
export const waitFor = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 20_000, interval: 10 })
