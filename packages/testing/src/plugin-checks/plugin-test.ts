/**
 * The script behind `host plugin check`: `plugin-test <folder> [--json]` prints a report and ends with 0, with 1 when
 * there are findings or nothing could be checked, and with 2 when it was asked in a way that means nothing. With
 * `--apart` it is the process that runs the plugin, and speaks to the one that started it. With `--explain` it prints the
 * definitions of the plugin instead, for `host plugin explain`, and with `--surface` what `host plugin diff` compares, as the
 * last line; `--home` names the folder whose packages it uses where its own are not installed.
 */
import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { inspectApart, type ApartMessage } from './inspect-apart.ts'
import { describeFolder } from './explain/describe-folder.ts'
import { explainPlugin } from './explain/explain-plugin.ts'
import { explanationText } from './explain/explanation-text.ts'
import { inspectPlugin, loadPlugin } from './inspect-plugin.ts'
import { PluginCheckFailure } from './plugin-report.ts'
import { shareContract } from './share-contract.ts'
import { readSources } from './sources/read-sources.ts'
import { reportJson, reportText } from './write-report.ts'

const { values, positionals } = readArguments()
const [folder = '.', ...extra] = positionals
if (values.apart) await speak(resolve(folder))
else if (values.explain) process.exit(await explain(resolve(folder)))
else if (values.surface) process.exit(await describe(resolve(folder), values.home))
else process.exitCode = await print(resolve(folder))

function readArguments() {
  const isGiven = { type: 'boolean' } as const
  const options = {
    json: isGiven,
    apart: isGiven,
    explain: isGiven,
    surface: isGiven,
    home: { type: 'string' },
  } as const
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    return process.exit(refuse((error as Error).message, 2))
  }
}
async function print(plugin: string): Promise<number> {
  if (extra.length > 0) return refuse(`${JSON.stringify(extra[0])} is an extra argument; remove it.`, 2)
  if (statSync(plugin, { throwIfNoEntry: false })?.isDirectory() !== true) {
    return refuse(`${plugin} is not a folder; use the folder of a plugin.`, 2)
  }
  try {
    const report = await inspectApart(plugin)
    process.stdout.write(values.json ? reportJson(report) : reportText(report))
    return report.findings.length === 0 ? 0 : 1
  } catch (error) {
    if (error instanceof PluginCheckFailure) return refuse(error.message, 1)
    throw error
  }
}

/** Loads the plugin here: it is the author's own, and nothing is judged. */
async function explain(plugin: string): Promise<number> {
  try {
    const sources = await readSources(plugin)
    const others = await Promise.all(sources.checks.beside.map((written) => readSources(join(plugin, written))))
    using _ = shareContract(others.map((other) => other.folder))
    const explanation = await explainPlugin(await loadPlugin(sources), await Promise.all(others.map(loadPlugin)))
    const text = values.json ? `${JSON.stringify(explanation, null, 2)}\n` : explanationText(explanation)
    await new Promise((done) => process.stdout.write(text, done))
    return 0
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error), 1)
  }
}

async function describe(plugin: string, home: string | undefined): Promise<number> {
  try {
    const text = JSON.stringify(await describeFolder(plugin, home === undefined ? undefined : resolve(home)))
    await new Promise((done) => process.stdout.write(`\n${text}\n`, done))
    return 0
  } catch (error) {
    const { problems } = error as { readonly problems?: readonly string[] }
    return refuse(problems?.join('\n') ?? (error instanceof Error ? error.message : String(error)), 1)
  }
}

function refuse(sentence: string, code: number): number {
  process.stderr.write(`${sentence}\n`)
  return code
}

/** Checks here, reports each step, and exits: open resources of the plugin must not keep the process alive. */
async function speak(plugin: string): Promise<void> {
  // The parent is gone, so the rest is not needed.
  process.once('disconnect', () => process.exit(1))
  const tell = (message: ApartMessage): Promise<void> =>
    new Promise((done) => process.send?.(message, () => done()) ?? done())
  try {
    const report = await inspectPlugin(plugin, (step) => void tell({ step }))
    await tell({ report })
  } catch (error) {
    if (error instanceof PluginCheckFailure) await tell({ refusal: error.message })
    else await tell({ mistake: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
  process.exit(0)
}
