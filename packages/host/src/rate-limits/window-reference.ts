import type { RateWindow } from './window-table.ts'

/** The window that a key was counted in last; for one key of one table. */
export class WindowReference {
  window: RateWindow | undefined
}
