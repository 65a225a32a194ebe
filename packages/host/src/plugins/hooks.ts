import type { MailHandler, MaybePromise } from '@host/plugin'
import { Mail } from '@host/plugin'
import type { AnyTables, HostParts } from './host-parts.ts'
import type { EquippedPlugin } from '../pipeline/equipped-plugin.ts'
import type { PluginMount } from './plugin-mount.ts'
import { workspaceContext } from './workspace-context.ts'
import type { FeatureSource } from '../pipeline/gate.ts'
import { isSwitchable } from '../declared/plugin-entry.ts'
import { within } from '../support/within.ts'

/** How long one hook may take, in milliseconds. */
const hookLimit = 10_000

/** Notifies every plugin that a member left a workspace. An error is the plugin's own fault and undoes nothing. */
export async function memberRemoved(
  plugins: readonly EquippedPlugin[],
  parts: HostParts,
  gone: { readonly orgId: string; readonly userId: string },
): Promise<void> {
  await tellAll(plugins, parts, ({ registered: { plugin }, tools }) =>
    plugin.memberRemoved === undefined
      ? undefined
      : () => plugin.memberRemoved?.(workspaceContext(tools, gone.orgId), gone.userId),
  )
}

/**
 * Notifies plugins that an account was deleted. Identity is created with it, before any plugin has its context; each
 * plugin is added once it is ready, before the host serves.
 */
export class AccountDeletions {
  readonly #parts: HostParts
  readonly #plugins: PluginMount[] = []

  constructor(parts: HostParts) {
    this.#parts = parts
  }

  add(plugin: PluginMount): void {
    this.#plugins.push(plugin)
  }

  /** An error is the plugin's own fault and undoes nothing. */
  async announce(userId: string): Promise<void> {
    await tellAll(this.#plugins, this.#parts, ({ registered: { plugin }, context }) =>
      plugin.accountDeleted === undefined ? undefined : () => plugin.accountDeleted?.(context, userId),
    )
  }
}

type Hook = () => MaybePromise<void>

/** Runs a hook of each plugin that has it, all at once, each in its plugin's frame and for so long and no longer. */
async function tellAll<Plugin extends EquippedPlugin>(
  plugins: readonly Plugin[],
  { contexts, faults }: HostParts,
  hookOf: (plugin: Plugin) => Hook | undefined,
): Promise<void> {
  await Promise.all(
    plugins.map(async (each) => {
      const { name } = each.registered
      const hook = hookOf(each)
      if (hook === undefined) return
      try {
        await within(
          hookLimit,
          contexts.enter(name, async () => await hook()),
        )
      } catch (error) {
        faults.report({ plugin: name, kind: 'hook', error, requestId: contexts.current()?.requestId })
      }
    }),
  )
}

/**
 * Hands the mail handlers of every plugin to the service that receives mail, or warns that there is none. Each runs in
 * its plugin's frame and scope; its failure is logged and thrown on, so that the mail comes again.
 */
export function connectMail(mounts: readonly PluginMount[], parts: HostParts, features: FeatureSource): void {
  const mail = parts.registry.lookup('host', Mail)
  const contained = (mount: PluginMount, handler: MailHandler<AnyTables>): MailHandler => {
    const { registered, tools } = mount
    const { name, feature } = registered
    return async ({ orgId }, message) => {
      if (isSwitchable(registered) && !(await features.isEnabled(orgId, feature))) return
      try {
        await parts.contexts.enter(name, async () => await handler(workspaceContext(tools, orgId), message), orgId)
      } catch (error) {
        parts.faults.report({ plugin: name, kind: 'hook', error })
        throw error
      }
    }
  }
  for (const mount of mounts) {
    const {
      registered: { name },
      mailHandlers,
    } = mount
    if (mailHandlers.length === 0) continue
    if (mail === undefined) {
      parts.log.warn(`Plugin "${name}" receives email, but no plugin in this build provides "${Mail.name}".`, {
        plugin: name,
      })
    }
    for (const handler of mailHandlers) mail?.onEmail(name, contained(mount, handler))
  }
}
