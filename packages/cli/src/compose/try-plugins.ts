/**
 * The last check before compiling: the server halves are bundled and registered with a host that never listens, in a
 * process of its own. It finds what only running tells: a name worked out at run time, routes and tables that two
 * plugins claim, members the contract does not know.
 */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BuildFailure } from '../build/build-failure.ts'
import { bundleServer } from '../build/bundle-server.ts'
import type { ComposedPlugin } from '../build/composed-plugin.ts'
import type { ReadPlugin } from './check-plugins.ts'
import { composed } from './composed.ts'
import { quote, sentence, type Sentence } from './problem.ts'

const patience = 60_000

/** What to try. */
export interface Trial {
  readonly root: string
  readonly work: string
  readonly plugins: readonly ReadPlugin[]
}

/** What the trial process prints: the names of the out-of-tree plugins in their order, and the findings of the boot. */
interface TrialReport {
  readonly names: readonly string[]
  readonly problems: readonly string[]
}

/** @throws BuildFailure with every problem found */
export async function tryPlugins({ root, work, plugins }: Trial): Promise<ComposedPlugin[]> {
  if (plugins.length === 0) return []
  const outOfTree = await Promise.all(
    plugins.map((plugin) => composed(plugin, plugin.server.name ?? plugin.server.manifest.name)),
  )
  const path = join(work, 'check.mjs')
  await writeFile(path, await bundleServer({ root, outOfTree, work }, 'check'))
  const report = await runTrial(path, plugins)
  const problems = [
    ...findNames(report, plugins),
    ...report.problems.map((problem) => attribute(problem, report, plugins)),
  ]
  if (problems.length > 0) throw new BuildFailure(problems)
  return outOfTree.map((plugin, index) => ({ ...plugin, name: report.names[index] ?? plugin.name }))
}

async function runTrial(path: string, plugins: readonly ReadPlugin[]): Promise<TrialReport> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['--enable-source-maps', path], {
      timeout: patience,
      env: {},
    })
    return JSON.parse(stdout.slice(stdout.lastIndexOf('\n', stdout.length - 2) + 1)) as TrialReport
  } catch (error) {
    throw new BuildFailure(
      [sentence(undefined, explain(String((error as { stderr?: unknown }).stderr ?? error), plugins))],
      { cause: error },
    )
  }
}

// Node prints the line of the source, a caret, and then "<Error>: <message>" before the stack.
function explain(output: string, plugins: readonly ReadPlugin[]): string {
  const message = /^\w*(?:Error|Exception)\b.*$/m.exec(output)?.[0] ?? output.trim().split('\n')[0] ?? ''
  const named = plugins.find(({ server }) => output.includes(`plugins/${server.name ?? server.manifest.name}/`))
  return `${named === undefined ? 'holds a plugin that' : quote(named.server.text)} fails as soon as it is loaded (${quote(message)}): mend it, and load nothing but declarations at the top of its modules`
}

function findNames({ names }: TrialReport, plugins: readonly ReadPlugin[]): Sentence[] {
  return plugins.flatMap(({ index, server, web }, place) => {
    const name = names[place]
    if (web?.name === undefined || web.name === name) return []
    return [
      sentence(
        index,
        `"npm" ${quote(web.text)} has the name ${quote(web.name)} and its server half ${quote(name)} (${quote(server.text)}): write the same name in both`,
      ),
    ]
  })
}

function attribute(problem: string, { names }: TrialReport, plugins: readonly ReadPlugin[]): Sentence {
  const named = plugins.find((_, place) => problem.includes(JSON.stringify(names[place])))
  return sentence(named?.index, `${named === undefined ? '' : `${quote(named.server.text)} `}does not fit: ${problem}`)
}
