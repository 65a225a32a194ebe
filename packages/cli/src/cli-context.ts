import type { Edition } from './edition.ts'
import type { Assets } from './embedded/assets.ts'
import type { BuildInfo } from './embedded/build-info.ts'

/** Context of every command. */
export interface CliContext {
  readonly edition: Edition
  /** The files inside the executable; a checkout has none. */
  readonly assets: Assets | undefined
  readonly build: BuildInfo
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The event loop is not watched for stalls. A build sets it: on a busy machine the watch would take its start for one. */
  readonly isUnwatched?: boolean
  /** Writes a line to standard output. */
  write(line: string): void
  /** Writes a line to standard error. */
  report(line: string): void
}
