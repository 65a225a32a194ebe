import type { LoadProcess } from '../load/load-process.ts'
import type { Scale } from './scale.ts'

/** Dependencies of a benchmark. */
export interface Bench {
  readonly scale: Scale
  readonly load: LoadProcess
  /** An empty folder of this benchmark, removed after it. */
  readonly folder: string
  /** Where the CPU profiles of the processes under test go; undefined when none are taken. */
  readonly profiles: string | undefined
  /** Another checkout of this repository, installed, to compare with; undefined when there is none. */
  readonly beside: string | undefined
  say(line: string): void
}
