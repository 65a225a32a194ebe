import { checkPlugins } from '@host/host'
import type { Edition } from './edition.ts'
import { readBuild } from './embedded/read-build.ts'
import { pluginEntries } from './plugin-entries.ts'

/** The result of a trial of the plugins to be built in. */
export interface TrialReport {
  /** Names of the out-of-tree plugins, in the order of `HOST_PLUGINS`. */
  readonly names: readonly string[]
  /** Reasons to refuse a start, each a sentence. */
  readonly problems: readonly string[]
}

/** Registers and mounts an edition without listening, and prints the findings as the last line of output. */
export async function reportTrial(edition: Edition): Promise<never> {
  const problems = await checkPlugins(pluginEntries(edition, readBuild(undefined)))
  const report: TrialReport = { names: edition.outOfTree.map(({ name }) => name), problems }
  process.stdout.write(`\n${JSON.stringify(report)}\n`)
  process.exit(0)
}
