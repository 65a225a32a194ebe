import { checkPlugins } from '@host/host'
import type { Edition } from './edition.ts'
import { readBuild } from './embedded/read-build.ts'
import { pluginEntries } from './plugin-entries.ts'

/** What composing asks of the plugins it is about to build in. */
export interface TrialReport {
  /** Names of the out-of-tree plugins, in the order of `HOST_PLUGINS`. */
  readonly names: readonly string[]
  /** What a start would refuse, each a sentence. */
  readonly problems: readonly string[]
}

/** Registers and mounts an edition without listening, and prints what was found as the last line of output. */
export async function reportTrial(edition: Edition): Promise<never> {
  const problems = await checkPlugins(pluginEntries(edition, readBuild(undefined)))
  const report: TrialReport = { names: edition.outOfTree.map(({ name }) => name), problems }
  process.stdout.write(`\n${JSON.stringify(report)}\n`)
  process.exit(0)
}
