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
import type { UpgradeCheck } from '@host/plugin/platform'
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
  /** Stores the whole result, also of an executable that must not take over. */
  keep(check: UpgradeCheck): Promise<void>
}

/** The result so far. */
type Findings = { -readonly [Name in keyof Omit<UpgradeCheck, 'checkedAt' | 'failure'>]: UpgradeCheck[Name] }

/** Tries an executable. @throws CommandFailure with the reason why it must not take over */
export async function rehearseUpgrade(options: RehearsalOptions): Promise<void> {
  const { candidate, env, present, keep, report } = options
  const build = await readBuild({ ...candidate, env: env.instance })
  for (const line of differences(present, build)) report('Version', line)
  const findings = firstFindings(present, build)
  const end = (failure: string | null) => keep({ ...findings, failure, checkedAt: new Date().toISOString() })
  try {
    await rehearse(options, findings)
  } catch (error) {
    if (error instanceof CommandFailure && !candidate.signal.aborted) await end(error.problems.join('\n'))
    throw error
  }
  await end(null)
}

function firstFindings(present: BuildInfo, next: BuildInfo): Findings {
  const [before, after] = [present, next].map(({ plugins }) => plugins.map(({ name }) => name)) as [string[], string[]]
  return {
    present: { version: present.version, digest: present.digest },
    next: { version: next.version, digest: next.digest },
    database: null,
    wayBack: null,
    added: after.filter((name) => !before.includes(name)),
    removed: before.filter((name) => !after.includes(name)),
    plugins: null,
    left: 0,
  }
}

/** @param findings gets what was found, until a failure */
async function rehearse(options: RehearsalOptions, findings: Findings): Promise<void> {
  const { candidate, env, report, makeCopy } = options
  const onInstance = { ...candidate, env: env.instance }
  await succeed(onInstance, ['config'], 'does not accept the configuration')
  report('Configuration', 'is accepted')
  await using copy = await makeCopy()
  report('Copy', `of the data of ${copy.head.at.slice(0, 19).replace('T', ' ')} UTC`)
  const onCopy = { ...candidate, env: { ...env.copy, ...copy.environment } }
  const plan = await succeed(onCopy, ['migrate', '--plan'], 'refuses to plan its start')
  findings.database = readPlan(plan.output)
  for (const line of planLines(findings.database)) report('Database', line)
  await tryStart(options, onCopy)
  const changed = await pluginChanges(options, onInstance)
  if (typeof changed !== 'string') findings.plugins = changed
  for (const line of changeLines(changed)) report('Plugins', line)
  findings.wayBack = await wayBack(options, copy)
  report('Way back', wayBackLine(findings.wayBack))
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
    if (code === 0 && typeof build?.version === 'string' && Array.isArray(build.plugins)) {
      return { ...build, digest: typeof build.digest === 'string' ? build.digest : '' } as BuildInfo
    }
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

type Plan = NonNullable<UpgradeCheck['database']>

function readPlan(output: string): Plan {
  const statements = output.split('\n').filter((line) => line !== '')
  return { statements: statements.length, unsafe: statements.filter((line) => line.includes('; -- unsafe: ')) }
}

function planLines({ statements, unsafe }: Plan): readonly string[] {
  if (statements === 0) return ['nothing changes']
  const safety =
    unsafe.length === 0 ? 'all safe while older processes run' : 'stop every process of the present version first'
  return [`${statements} ${statements === 1 ? 'statement' : 'statements'}, ${safety}`, ...unsafe]
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

/** The plugins that the other build changes, the breaking changes first; a sentence where they are unknown. */
async function pluginChanges(
  { describePresent }: RehearsalOptions,
  next: CandidateOptions,
): Promise<readonly PluginDifference[] | string> {
  try {
    const after = await describeExecutable(next)
    const { plugins } = comparePlugins(await describePresent(), after)
    return plugins.filter(({ changes }) => changes.length > 0)
  } catch (error) {
    if (!(error instanceof CommandFailure) || next.signal.aborted) throw error
    return `their changes are unknown: ${error.problems[0] ?? ''}`
  }
}

function changeLines(changed: readonly PluginDifference[] | string): readonly string[] {
  if (typeof changed === 'string') return [changed]
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

/** Why the present version could not start again on what the other one has made of the copy; null where it could. */
async function wayBack({ planPresent }: RehearsalOptions, { config }: CopyForTrial): Promise<string | null> {
  try {
    await planPresent(config)
    return null
  } catch (error) {
    if (!(error instanceof BootError)) throw error
    return error.problems.join(' ')
  }
}

function wayBackLine(refusal: string | null): string {
  if (refusal === null) return 'the present version starts on the changed data too'
  return `only by a restore, since the present version refuses the changed data: ${refusal}`
}
