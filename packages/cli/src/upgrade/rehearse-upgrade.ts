/**
 * Tries another executable of the host on a copy of the data, before it may touch them:
 *
 *   version -> configuration -> plan -> start until it can serve -> stop -> can the present version start again?
 */
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BootError, type CopyForTrial, type PluginSurface, type StartPlan, type SurfaceChange } from '@host/host'
import { askHost } from '../ask-host.ts'
import { CommandFailure } from '../command-failure.ts'
import type { BuildInfo } from '../embedded/build-info.ts'
import { comparePlugins, type PluginDifference } from '../plugin-diff/compare-plugins.ts'
import { describeExecutable } from '../plugin-diff/describe-executable.ts'
import { changeLine, differenceTitle } from '../plugin-diff/difference-text.ts'
import { runCandidate, startCandidate, type CandidateOptions, type CandidateProcess } from './candidate.ts'

/** Options of a trial. */
export interface RehearsalOptions {
  readonly candidate: Omit<CandidateOptions, 'env'>
  /** The present executable. */
  readonly present: BuildInfo
  /** Of the instance, and of a host on the copy. */
  readonly env: { readonly instance: CandidateOptions['env']; readonly copy: CandidateOptions['env'] }
  /** Makes the copy, once the executable has shown that it is one of the host. */
  makeCopy(): Promise<CopyForTrial>
  /** Plans the next start of the present version on the copy. */
  planPresent(config: CopyForTrial['config']): Promise<StartPlan>
  /** Describes the plugins of the present version. */
  describePresent(): Promise<readonly PluginSurface[]>
  /** How long it may take until it can serve, in milliseconds. */
  readonly startTime: number
  /** Takes a line of the result. */
  report(topic: string, text: string): void
}

/** Tries an executable. @throws CommandFailure with the reason why it must not take over */
export async function rehearseUpgrade(options: RehearsalOptions): Promise<void> {
  const { candidate, env, report, makeCopy } = options
  const onInstance = { ...candidate, env: env.instance }
  const build = await readBuild(onInstance)
  for (const line of differences(options.present, build)) report('Version', line)
  await succeed(onInstance, ['config'], 'does not accept the configuration')
  report('Configuration', 'is accepted')
  await using copy = await makeCopy()
  report('Copy', `of the data of ${copy.head.at.slice(0, 19).replace('T', ' ')} UTC`)
  const onCopy = { ...candidate, env: { ...env.copy, ...copy.environment } }
  const plan = await succeed(onCopy, ['migrate', '--plan'], 'refuses to plan its start')
  for (const line of planLines(plan.output)) report('Database', line)
  await tryStart(options, onCopy)
  for (const line of await pluginChanges(options, onInstance)) report('Plugins', line)
  report('Way back', await wayBack(options, copy))
}

async function succeed(options: CandidateOptions, args: readonly string[], problem: string) {
  const end = await runCandidate(options, args)
  if (end.code === 0) return end
  throw failed(options, problem, end.errors || end.output)
}

/** @param output the end of it is shown */
function failed({ path }: Pick<CandidateOptions, 'path'>, problem: string, output: string): CommandFailure {
  const lines = output.trimEnd().split('\n').slice(-12)
  return new CommandFailure([`"${path}" ${problem}:`, ...lines.map((line) => `  ${line}`), 'The data are as before.'])
}

async function readBuild(options: CandidateOptions): Promise<BuildInfo> {
  const { output, code } = await runCandidate(options, ['version', '--json'])
  try {
    const build = JSON.parse(output) as Partial<BuildInfo> | null
    if (code === 0 && typeof build?.version === 'string' && Array.isArray(build.plugins)) return build as BuildInfo
  } catch {
    // Answered below.
  }
  throw new CommandFailure([`"${options.path}" is not an executable of the host: it does not tell its version.`], 2)
}

/** The version, and the plugins that another build adds, changes or lacks. */
function differences(present: BuildInfo, next: BuildInfo): readonly string[] {
  const before = new Map(present.plugins.map(({ name, version }) => [name, version]))
  const after = new Map(next.plugins.map(({ name, version }) => [name, version]))
  const changed = [...after].flatMap(([name, version]) => {
    const old = before.get(name)
    return old === undefined
      ? [`plugin ${name} ${version} is new`]
      : old === version
        ? []
        : [`plugin ${name}: ${old} to ${version}`]
  })
  const gone = [...before.keys()]
    .filter((name) => !after.has(name))
    .map((name) => `plugin ${name} is not in it; its data stay`)
  const version = present.version === next.version ? `${next.version}, as now` : `${present.version} to ${next.version}`
  return [version, ...changed, ...gone]
}

function planLines(output: string): readonly string[] {
  const statements = output.split('\n').filter((line) => line !== '')
  const unsafe = statements.filter((line) => line.includes('; -- unsafe: '))
  if (statements.length === 0) return ['nothing changes']
  const safety =
    unsafe.length === 0 ? 'all safe while older processes run' : 'stop every process of the present version first'
  return [`${statements.length} ${statements.length === 1 ? 'statement' : 'statements'}, ${safety}`, ...unsafe]
}

/** Starts it on the copy, and stops it once it can serve. @throws CommandFailure when it ends before, or takes too long */
async function tryStart({ startTime, report }: RehearsalOptions, options: CandidateOptions): Promise<void> {
  // The path of a socket is short; that of the data may be long.
  await using folder = await mkdtempDisposable(join(tmpdir(), 'host-try-'))
  const path = join(folder.path, 'host.sock')
  const env = { ...options.env, HOST_LISTEN: `unix:${path}`, HOST_LOG_FORMAT: 'text' }
  const started = performance.now()
  await using host = startCandidate({ ...options, env }, ['serve'])
  await untilReady(host, { path, startTime, candidate: options })
  const took = performance.now() - started
  host.stop()
  const { code, errors, output } = await host.ended
  if (code !== 0) throw failed(options, 'started, but did not stop as it should', errors || output)
  report('Start', `can serve after ${(took / 1000).toFixed(1)} s`)
}

interface Waiting {
  readonly path: string
  readonly startTime: number
  readonly candidate: CandidateOptions
}

async function untilReady(host: CandidateProcess, { path, startTime, candidate }: Waiting): Promise<void> {
  const end = performance.now() + startTime
  let ended: Awaited<CandidateProcess['ended']> | undefined
  void host.ended.then(
    (it) => (ended = it),
    () => undefined,
  )
  while (!(await isReady(path))) {
    if (ended !== undefined) throw failed(candidate, 'does not start', ended.errors || ended.output)
    candidate.signal.throwIfAborted()
    if (performance.now() > end) {
      throw new CommandFailure([
        `"${candidate.path}" could not serve after ${startTime / 1000} s. Give it longer with --seconds, or look into its log.`,
      ])
    }
    await sleep(100)
  }
}

async function isReady(path: string): Promise<boolean> {
  try {
    return (await askHost({ path }, '/readyz')).status === 200
  } catch (error) {
    if (error instanceof CommandFailure) return false
    throw error
  }
}

/** Lines of the longest report on one plugin. The command that it names prints all of them. */
const mostLines = 40

/** What the other build adds, changes and removes in each plugin, the breaking changes first. */
async function pluginChanges(
  { describePresent }: RehearsalOptions,
  next: CandidateOptions,
): Promise<readonly string[]> {
  let plugins: readonly PluginDifference[]
  try {
    const after = await describeExecutable(next)
    plugins = comparePlugins(await describePresent(), after).plugins
  } catch (error) {
    if (!(error instanceof CommandFailure) || next.signal.aborted) throw error
    return [`their changes are unknown: ${error.problems[0] ?? ''}`]
  }
  const changed = plugins.filter(({ changes }) => changes.length > 0)
  if (changed.length === 0) return ['nothing changes for their users']
  return changed.flatMap((plugin) => {
    const lines = [differenceTitle(plugin), ...plugin.changes.map((change) => `  ${flagged(change)}`)]
    const left = lines.length - mostLines
    return left <= 0 ? lines : [...lines.slice(0, mostLines), `  and ${left} more: host plugin diff OLD NEW`]
  })
}

function flagged(change: SurfaceChange): string {
  return `${change.isBreaking ? 'breaking' : ''.padEnd(8)}  ${changeLine(change)}`
}

/** Whether the present version could start again on what the other one has made of the copy. */
async function wayBack({ planPresent }: RehearsalOptions, { config }: CopyForTrial): Promise<string> {
  try {
    await planPresent(config)
    return 'the present version starts on the changed data too'
  } catch (error) {
    if (!(error instanceof BootError)) throw error
    return `only by a restore, since the present version refuses the changed data: ${error.problems.join(' ')}`
  }
}
