import type { MailHandler } from '@host/plugin'
import { Idempotency } from '@host/plugin'
import { isSwitchable, type RegisteredPlugin } from '../declared/plugin-entry.ts'
import { admitInstance, admitUser } from '../pipeline/admit.ts'
import { contributedPaths } from '../live/contributed-paths.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import type { RouteMiddleware } from '../pipeline/route-steps.ts'
import { guardHandler, type GuardTools } from '../pipeline/guard.ts'
import type { PublicPageParts } from '../pipeline/public-pages/public-address.ts'
import type { Uploads } from '../uploads/uploads.ts'
import type { AnyContext, AnyTables, HostParts } from './host-parts.ts'
import type { OwnServices } from './own-services.ts'
import { createContext } from './plugin-context.ts'
import type { Guards } from '../pipeline/endpoint-steps.ts'
import { PluginMux } from './plugin-mux.ts'
import { createTools } from './plugin-tools.ts'
import type { EquippedPlugin } from '../pipeline/equipped-plugin.ts'

/** A plugin during mounting: its context, and its registrations. */
export interface PluginMount extends EquippedPlugin {
  readonly mux: PluginMux
  readonly context: AnyContext
  readonly mailHandlers: readonly MailHandler<AnyTables>[]
}

/** Gives a plugin its tools. */
export function equipPlugin(registered: RegisteredPlugin, parts: HostParts): EquippedPlugin {
  return Object.freeze({ registered, tools: createTools(parts, registered.name, registered.plugin.permissions ?? []) })
}

/** Dependencies of the mounts of all plugins. */
export interface MountParts extends HostParts {
  readonly own: OwnServices
  readonly mail: Pick<MailQueue, 'add' | 'takes'>
  readonly uploads: Pick<Uploads, 'receive' | 'commit'>
  readonly publicPages: PublicPageParts
}

/** Creates the arguments of a plugin's `mount`. */
export function prepareMount(equipped: EquippedPlugin, parts: MountParts, middleware: RouteMiddleware): PluginMount {
  const { registered, tools } = equipped
  const { name, feature } = registered
  const contributed = contributedPaths(registered.plugin)
  const mux = new PluginMux({
    plugin: name,
    feature: isSwitchable(registered) ? feature : undefined,
    contributed,
    middleware,
    tools,
    guards: guardsOf(tools),
    checksPlugins: parts.checksPlugins,
    audit: parts.audit,
    uploads: parts.uploads,
    publicPages: parts.publicPages,
    tracer: parts.tracer,
    idempotency: parts.registry.lookup(name, Idempotency),
  })
  const mailHandlers: MailHandler<AnyTables>[] = []
  const context = createContext<AnyTables>({
    plugin: name,
    tools,
    doors: parts.data.doors(name),
    registry: parts.registry,
    uses: parts.uses,
    contexts: parts.contexts,
    mail: parts.mail,
    ownServices: new Map<string, unknown>(parts.own(equipped).map(([token, service]) => [token.name, service])),
    onEmail: (handler) => {
      mux.requireMounting('an onEmail handler')
      mailHandlers.push(handler)
    },
  })
  return Object.freeze({ registered, tools, mux, context, mailHandlers })
}

function guardsOf(tools: GuardTools): Guards {
  return {
    user: (handler, options) => admitUser(handler, options, tools),
    instance: (handler, options) => admitInstance(handler, options, tools),
    workspace: (handler, options) => guardHandler(handler, options, tools),
  }
}
