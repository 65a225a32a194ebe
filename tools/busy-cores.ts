import { cpus } from 'node:os'

/** Milliseconds of all cores since the machine has started. */
export interface CoreTimes {
  readonly busy: number
  readonly all: number
}

export function readCoreTimes(): CoreTimes {
  let [busy, idle] = [0, 0]
  for (const { times } of cpus()) {
    busy += times.user + times.nice + times.sys + times.irq
    idle += times.idle
  }
  return { busy, all: busy + idle }
}

/** The share of the cores that was in use, in percent. */
export function busyPercent(before: CoreTimes, after: CoreTimes): number {
  const all = after.all - before.all
  return all > 0 ? Math.round(((after.busy - before.busy) / all) * 100) : 0
}
