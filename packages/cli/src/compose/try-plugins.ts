/**
 * The last check before compiling: the server halves are bundled and registered with a host that never listens, in a
 * process of its own. It finds problems that show only at run time: a computed name, routes and tables that two plugins
 * claim, members unknown to the contract.
 */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BuildFailure, quote } from '@host/inspect'
import { stampOf } from './build-stamp.ts'
import { bundleCheck } from '../build/bundle-server.ts'
import type { Checkout } from '../build/checkout.ts'
import type { ComposedPlugin } from '../build/composed-plugin.ts'
import { attribute, attributeFailure, type NamedPlugin } from './attribute.ts'
import type { TrialReport } from '../report-trial.ts'
import type { ReadPlugin } from './check-plugins.ts'
import { composed } from './composed.ts'
import { sentence, type Sentence } from './problem.ts'

const patience = 60_000

/** The build to try. */
export interface Trial {
  readonly root: string
  readonly work: string
  readonly plugins: readonly ReadPlugin[]
  /** Names of in-tree plugins to leave out. */
  readonly without: readonly string[]
}

/** The in-tree plugins to try. */
export type InTreeTrial = Pick<Trial, 'work' | 'without'>

/** A plugin that passed: as it was read, and as the build takes it. */
export interface TriedPlugin extends NamedPlugin {
  readonly composed: ComposedPlugin
}

/** @throws BuildFailure with every problem found */
export async function tryPlugins({ root, work, plugins, without }: Trial): Promise<TriedPlugin[]> {
  if (plugins.length === 0) return []
  const expected = plugins.map((plugin) => ({ ...plugin, name: plugin.server.name ?? plugin.server.manifest.name }))
  const outOfTree = await Promise.all(expected.map((plugin) => composed(plugin, plugin.name)))
  const script = join(work, 'check.mjs')
  const bundled = bundleCheck({ root, outOfTree, without, work })
  await writeFile(
    script,
    await bundled.catch((error: unknown) => Promise.reject(attributeFailure(error, expected) as Error)),
  )
  const report = await runTrial(script, expected)
  const tried = await Promise.all(
    expected.map(async (plugin, place) => {
      const name = report.names[place] ?? plugin.name
      return { ...plugin, name, composed: await composed(plugin, name) }
    }),
  )
  const problems = [...findNames(tried), ...report.problems.map((problem) => attribute(problem, tried))]
  if (problems.length > 0) throw new BuildFailure(problems)
  return tried
}

/**
 * Tries the in-tree plugins that stay, since the executable trusts this check at each start. The same sources pass once.
 * @throws BuildFailure naming each that is wrong, or needs one that is left out
 */
export async function tryInTree({ root, results }: Checkout, { work, without }: InTreeTrial): Promise<void> {
  const stamp = stampOf({ root, text: undefined, without: without.join(','), cwd: root }) ?? ''
  await results.get(stamp, 'trial', async () => {
    const script = join(work, 'in-tree.mjs')
    await writeFile(script, await bundleCheck({ root, outOfTree: [], without, work }))
    const { problems } = await runTrial(script, [])
    if (problems.length === 0) return Buffer.from('passed')
    const what = without.length === 0 ? 'The product' : `HOST_WITHOUT=${without.join(',')}`
    throw new BuildFailure(problems.map((problem) => `${what} can't be built: ${problem}`))
  })
}

async function runTrial(script: string, plugins: readonly NamedPlugin[]): Promise<TrialReport> {
  try {
    const options = { timeout: patience, env: {} }
    const { stdout } = await promisify(execFile)(process.execPath, ['--enable-source-maps', script], options)
    return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as TrialReport
  } catch (error) {
    throw new BuildFailure([explain(String((error as { stderr?: unknown }).stderr ?? error), plugins)], {
      cause: error,
    })
  }
}

// Node prints the line of the source, a caret, and then "<Error>: <message>" before the stack.
function explain(output: string, plugins: readonly NamedPlugin[]): Sentence {
  const message = /^\w*(?:Error|Exception)\b.*$/m.exec(output)?.[0] ?? output.trim().split('\n')[0] ?? ''
  const about = plugins.find(({ name }) => output.includes(`plugins/${name}/`))
  const who = about === undefined ? 'contains a plugin that' : quote(about.server.text)
  return sentence(
    about?.index,
    `${who} fails on import (${quote(message)}): fix it, and keep only declarations at the top level of its modules`,
  )
}

function findNames(plugins: readonly NamedPlugin[]): Sentence[] {
  return plugins.flatMap(({ index, server, web, name }) => {
    if (web?.name === undefined || web.name === name) return []
    const names = `has the name ${quote(web.name)} and its server half ${quote(name)} (${quote(server.text)})`
    return [sentence(index, `"npm" ${quote(web.text)} ${names}: use the same name in both`)]
  })
}
