import { CommandFailure } from '../command-failure.ts'

const most = 64

/** How many workers were asked for. @throws CommandFailure */
export function parseWorkerCount(text: string): number {
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (count >= 1 && count <= most) return count
  throw new CommandFailure([`${JSON.stringify(text)} is not a valid number of workers. Use 1 to ${most}.`], 2)
}
