import type { AnyModel, AnyPlugin, PluginContext, TablesOf, WorkspaceContext } from '@host/plugin'
import { Workspaces } from '@host/plugin/platform'
import type { TestHost } from '../../test-host.ts'
import type { HookOutcome } from './live-facts.ts'
import { probeName, probePaths } from './probe-plugin.ts'
import { TableRows } from './table-rows.ts'
import { late, withinTime } from './within-time.ts'

const patience = 15_000

/** Calls a plugin's hooks for the shell, for its part of an export and an erasure, and for a removed member. */
export async function askHooks(
  host: TestHost,
  plugin: AnyPlugin,
  context: PluginContext,
): Promise<readonly HookOutcome[]> {
  const outcomes = await askContributions(host, plugin)
  if (plugin.sampleData !== undefined) {
    const rows = new TableRows(plugin, context)
    outcomes.push(await outcomeOf('sampleData', () => tryOut(host, plugin, rows)))
  }
  const exported = await outcomeOf('export', () => exportOf(host))
  const scope = scopeOf(host, context)
  const { workspaceData } = plugin
  // A part that failed is asked again, so erasing twice has to end as erasing once.
  const erase = async (): Promise<void> => {
    await workspaceData?.erase(scope)
    await workspaceData?.erase(scope)
  }
  return [
    ...outcomes,
    exported,
    ...(workspaceData === undefined ? [] : [await outcomeOf('erase', erase)]),
    ...(plugin.memberRemoved === undefined ? [] : [await outcomeOf('memberRemoved', () => removeMember(host, plugin))]),
  ]
}

const queries = ['a', '%_\\', '<b>"\'']

async function askContributions(host: TestHost, plugin: AnyPlugin): Promise<HookOutcome[]> {
  const hooks = (['search', 'checklist', 'badges'] as const).filter((hook) => plugin[hook] !== undefined)
  await host.as('owner').signIn()
  const outcomes: HookOutcome[] = []
  for (const hook of hooks) outcomes.push(await askContribution(host, plugin, hook))
  return outcomes
}

/** The result of a shell hook for every query; the first failure counts. */
async function askContribution(
  host: TestHost,
  plugin: AnyPlugin,
  hook: 'search' | 'checklist' | 'badges',
): Promise<HookOutcome> {
  const values: unknown[] = []
  const seen = host.logs.length
  for (const q of hook === 'search' ? queries : ['']) {
    const answer = await host
      .as('owner')
      .get(`${probePaths.contributions}?${new URLSearchParams({ hook, q }).toString()}`)
    const { value } = (await answer.json()) as { readonly value?: unknown }
    if (Array.isArray(value)) values.push(...(value as unknown[]))
  }
  return { hook, value: values, failure: faultSince(host, seen, plugin.name) }
}

/** Adds and removes sample data. @throws Error when it fails, adds nothing, or leaves rows */
async function tryOut(host: TestHost, plugin: AnyPlugin, rows: TableRows): Promise<unknown> {
  const call = async (body: { readonly ids?: readonly string[] }): Promise<readonly string[]> => {
    const answer = await host.as('owner').post(probePaths.samples, body)
    if (answer.status !== 200) throw new Error(faultSince(host, 0, probeName) ?? `it was answered ${answer.status}`)
    return ((await answer.json()) as { readonly value: readonly string[] }).value
  }
  const before = await rows.digest()
  const ids = await call({})
  const added = await rows.digest()
  if (added === before) throw new Error(`${plugin.name} adds no row to its own tables`)
  await call({ ids })
  if ((await rows.digest()) !== before) throw new Error(`${plugin.name} leaves rows of it after its removal`)
  await call({ ids })
  return ids
}

function faultSince(host: TestHost, seen: number, plugin: string): string | undefined {
  const line = host.logs.slice(seen).find(({ level, fields }) => level === 'error' && fields['plugin'] === plugin)
  if (line === undefined) return undefined
  const error = line.fields['err']
  return error instanceof Error ? error.message : line.message
}

async function exportOf(host: TestHost): Promise<unknown> {
  const actor = { orgId: host.workspaces.here, userId: host.userIds.owner, actorId: host.userIds.owner }
  const stream = await host.service(Workspaces).export(actor, AbortSignal.timeout(patience))
  return JSON.parse(await new Response(stream).text()) as unknown
}

async function removeMember(host: TestHost, plugin: AnyPlugin): Promise<void> {
  const seen = host.logs.length
  const target = { orgId: host.workspaces.here, actorId: host.userIds.owner, userId: host.userIds.member }
  await host.service(Workspaces).removeMember(target)
  const failure = faultSince(host, seen, plugin.name)
  if (failure !== undefined) throw new Error(failure)
}

function scopeOf(host: TestHost, context: PluginContext): WorkspaceContext<TablesOf<readonly AnyModel[]>> {
  const { here } = host.workspaces
  return {
    orgId: here,
    // The tables are known to the plugin alone.
    db: context.db.inWorkspace(here, 'checks erase a workspace') as never,
    log: context.log,
    signal: AbortSignal.timeout(patience),
    language: 'en',
    now: () => new Date(host.clock.now()),
  }
}

async function outcomeOf(hook: HookOutcome['hook'], run: () => Promise<unknown>): Promise<HookOutcome> {
  try {
    const value = await withinTime(run(), patience)
    return value === late
      ? { hook, value: undefined, failure: `it did not finish within ${patience / 1000} s` }
      : { hook, value, failure: undefined }
  } catch (error) {
    return { hook, value: undefined, failure: error instanceof Error ? error.message : String(error) }
  }
}
