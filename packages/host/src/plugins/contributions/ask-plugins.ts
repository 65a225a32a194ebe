/**
 * Calls one hook of many plugins. Each runs in its own execution context and with its own tables; an error, an invalid
 * answer or a missing one is its own fault and does not affect the others.
 */
import type { AnyPlugin } from '@host/plugin'
import { isSwitchable } from '../../declared/plugin-entry.ts'
import type { HostParts } from '../host-parts.ts'
import type { PluginMount } from '../plugin-mount.ts'
import type { FeatureSource } from '../../pipeline/gate.ts'
import { HookDeadline } from './hook-deadline.ts'
import { HookScope, type HookCall } from './hook-scope.ts'

/** A question, and how its answers are read. */
export interface Question<Item> {
  /** The hook that answers it, for a fault's name. */
  readonly hook: 'search' | 'checklist' | 'badges'
  /** Milliseconds. */
  readonly limit: number
  ask(mount: PluginMount, scope: HookScope): unknown
  /** @throws TypeError that states the expected answer of the hook */
  read(answer: unknown, plugin: AnyPlugin): readonly Item[]
}

/** Dependencies of a call: the host's parts, and the features of workspaces. */
export interface Asking extends Pick<HostParts, 'contexts' | 'faults'> {
  readonly features: FeatureSource
}

/** Calls the plugins that have the hook, except those that are off in the caller's workspace. */
export async function askPlugins<Item>(
  plugins: readonly PluginMount[],
  { call, question }: { readonly call: HookCall; readonly question: Question<Item> },
  asking: Asking,
): Promise<readonly Item[]> {
  if (plugins.length === 0) return []
  const asked = await pluginsOn(plugins, call.caller.orgId, asking.features)
  const deadline = new HookDeadline(question.limit)
  try {
    const answers = await Promise.all(asked.map((plugin) => askPlugin(plugin, { call, question, deadline }, asking)))
    return answers.flat()
  } finally {
    deadline.end()
  }
}

/** The plugins that are on in a workspace. */
export async function pluginsOn(
  plugins: readonly PluginMount[],
  orgId: string,
  features: FeatureSource,
): Promise<readonly PluginMount[]> {
  const on = await Promise.all(plugins.map(({ registered }) => isOn(registered, orgId, features)))
  return plugins.filter((_, index) => on[index])
}

async function isOn(registered: PluginMount['registered'], orgId: string, features: FeatureSource): Promise<boolean> {
  return !isSwitchable(registered) || (await features.isEnabled(orgId, registered.feature))
}

interface Ask<Item> {
  readonly call: HookCall
  readonly question: Question<Item>
  readonly deadline: HookDeadline
}

async function askPlugin<Item>(
  mount: PluginMount,
  { call, question, deadline }: Ask<Item>,
  { contexts, faults }: Asking,
): Promise<readonly Item[]> {
  const { name, plugin } = mount.registered
  const scope = new HookScope(call, mount.tools)
  const answer = contexts.enter(name, async () => question.read(await question.ask(mount, scope), plugin))
  try {
    return await deadline.race(answer)
  } catch (error) {
    const cause = new Error(`Its ${question.hook} failed.`, { cause: error })
    faults.report({ plugin: name, kind: 'hook', error: cause, requestId: call.state.requestId })
    if (isTimeout(error)) contexts.enter(name, () => HookScope.giveUp(scope, error))
    return []
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}
