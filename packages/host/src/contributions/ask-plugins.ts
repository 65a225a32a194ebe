/**
 * One question to many plugins. Each is asked in its own frame and with its own tables; what it throws, what it answers
 * amiss and what it leaves unanswered is its own fault and takes nothing of the others along.
 */
import type { AnyPlugin } from '@host/plugin'
import { isSwitchable } from '../boot/plugin-entry.ts'
import type { HostParts } from '../context/host-parts.ts'
import type { PluginMount } from '../context/plugin-mount.ts'
import type { FeatureSource } from '../middleware/gate.ts'
import { HookDeadline } from './hook-deadline.ts'
import { HookScope, type HookCall } from './hook-scope.ts'

/** A question, and how its answers are read. */
export interface Question<Item> {
  /** The hook that answers it, for a fault's name. */
  readonly hook: 'search' | 'checklist' | 'badges'
  /** Milliseconds. */
  readonly limit: number
  ask(mount: PluginMount, scope: HookScope): unknown
  /** @throws TypeError that says what the hook should have answered */
  read(answer: unknown, plugin: AnyPlugin): readonly Item[]
}

/** What is asked with: the host's parts, and what workspaces have switched on. */
export interface Asking extends Pick<HostParts, 'frames' | 'faults'> {
  readonly features: FeatureSource
}

/** Asks plugins that have the hook, those aside that the caller's workspace has switched off. */
export async function askPlugins<Item>(
  plugins: readonly PluginMount[],
  { call, question }: { readonly call: HookCall; readonly question: Question<Item> },
  asking: Asking,
): Promise<readonly Item[]> {
  if (plugins.length === 0) return []
  const { orgId } = call.caller
  const on = await Promise.all(plugins.map(({ registered }) => isOn(registered, orgId, asking.features)))
  const deadline = new HookDeadline(question.limit)
  try {
    const asked = plugins.filter((_, index) => on[index])
    const answers = await Promise.all(asked.map((plugin) => askPlugin(plugin, { call, question, deadline }, asking)))
    return answers.flat()
  } finally {
    deadline.end()
  }
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
  { frames, faults }: Asking,
): Promise<readonly Item[]> {
  const { name, plugin } = mount.registered
  const scope = new HookScope(call, mount.tools)
  const answer = frames.enter(name, async () => question.read(await question.ask(mount, scope), plugin))
  try {
    return await deadline.race(answer)
  } catch (error) {
    const cause = new Error(`Its ${question.hook} failed.`, { cause: error })
    faults.report({ plugin: name, kind: 'hook', error: cause, requestId: call.state.requestId })
    if (isTimeout(error)) frames.enter(name, () => HookScope.giveUp(scope, error))
    return []
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}
