import type {
  Audit,
  DnsService,
  EncryptionContext,
  Guarded,
  GuardOptions,
  Handler,
  MailHandler,
  PluginContext,
  ServiceToken,
  Unguarded,
  WorkspaceScope,
} from '@host/plugin'
import { Mail, Notifications, Problem } from '@host/plugin'
import { AuditLog, Dns, Encryption, WorkspaceSettings } from '@host/plugin/platform'
import type { DatabaseDoors } from '@host/plugin'
import type { ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import { guardHandler, type GuardTools } from '../pipeline/guard.ts'
import type { MemberScope } from '../request/request-scope.ts'
import { requestCaller } from '../request/request-state.ts'
import type { MemberUses } from './deprecation/member-uses.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import { currentService } from './live-service.ts'
import type { Registry } from './registry.ts'

/** Options of a plugin's context. */
export interface ContextOptions<Tables> {
  readonly plugin: string
  readonly tools: GuardTools
  readonly doors: DatabaseDoors<Tables>
  readonly registry: Registry
  /** Watches deprecated members. */
  readonly uses: MemberUses
  readonly contexts: ExecutionContexts
  readonly mail: Pick<MailQueue, 'add' | 'takes'>
  /** Services of each plugin that the registry can't share: guards and rate limits. */
  readonly ownServices: ReadonlyMap<string, unknown>
  /** Keeps a mail handler until mounting has ended. */
  onEmail(handler: MailHandler<Tables>): void
}

/** The facade that one plugin sees of its host. */
export function createContext<Tables>(options: ContextOptions<Tables>): PluginContext<Tables> {
  const { plugin, tools, registry, uses } = options
  const lookup = <Service>(token: ServiceToken<Service>): Service | undefined =>
    (currentService(options.ownServices.get(token.name)) ?? registry.lookup(plugin, token)) as Service | undefined
  const context = Object.freeze<PluginContext<Tables>>({
    name: plugin,
    log: tools.log,
    db: options.doors,
    guard: guardOf(tools),
    userId: (request) => requestCaller(request)?.userId,
    orgId: (request) => requestCaller(request)?.orgId,
    provide: (token, service) => registry.provide(plugin, token, service),
    lookup: <Service>(token: ServiceToken<Service>) => uses.watchService(plugin, token.name, lookup(token)),
    onEmail: (handler) => options.onEmail(handler),
    ...delegates(options, <Service>(member: string, token: ServiceToken<Service>): Service => {
      const service = lookup(token)
      if (service === undefined) throw missing(member, token)
      return service
    }),
  })
  return uses.watchContext(plugin, context)
}

/** `ctx.guard` of a plugin. */
function guardOf<Tables>(tools: GuardTools): PluginContext<Tables>['guard'] {
  function guard<Params>(handler: Unguarded<WorkspaceScope<Tables, Params>>, options?: GuardOptions): Guarded<Params>
  function guard(handler: Handler<never>, options: GuardOptions = {}): Guarded {
    // Only the plugin knows the tables and the wildcards that its handler reads.
    return guardHandler(handler as Handler<MemberScope>, options, tools)
  }
  return guard
}

type Delegates = Pick<
  PluginContext,
  'encrypt' | 'decrypt' | 'audit' | 'notify' | 'sendMail' | 'dns' | 'getWorkspaceSetting' | 'setWorkspaceSetting'
>
type Require = <Service>(member: string, token: ServiceToken<Service>) => Service

/** The members that a service stands behind; each is async, so that a missing provider is a rejection. */
function delegates(
  { plugin, contexts, mail: queue }: Pick<ContextOptions<unknown>, 'plugin' | 'contexts' | 'mail'>,
  need: Require,
): Delegates {
  const bind = (context: EncryptionContext): EncryptionContext => ({
    ...context,
    orgId: context.orgId === undefined ? (contexts.current()?.caller?.orgId ?? null) : context.orgId,
  })
  return {
    encrypt: async (value, context) => await need('encrypt', Encryption).encrypt(plugin, value, bind(context)),
    decrypt: async (value, context) => await need('decrypt', Encryption).decrypt(plugin, value, bind(context)),
    audit: Object.freeze<Audit>({
      record: async (entry) => await need('audit', AuditLog).record(entry),
      describe: (request, details) => need('audit', AuditLog).describe(request, details),
    }),
    notify: async (notification) => await need('notify', Notifications).notify(plugin, notification),
    sendMail: async (mail) => {
      need('sendMail', Mail)
      if (!(await queue.takes(mail))) throw sendsNoMail()
      return await queue.add(plugin, mail)
    },
    dns: dnsDelegate(() => need('dns', Dns).of(plugin)),
    getWorkspaceSetting: async (orgId, key) =>
      await need('getWorkspaceSetting', WorkspaceSettings).get(plugin, orgId, key),
    setWorkspaceSetting: async (orgId, key, value) =>
      await need('setWorkspaceSetting', WorkspaceSettings).set(plugin, orgId, key, value),
  }
}

function dnsDelegate(need: () => DnsService): DnsService {
  return Object.freeze<DnsService>({
    zones: async (orgId) => await need().zones(orgId),
    zoneOf: async (orgId, name) => await need().zoneOf(orgId, name),
    list: async (orgId, zoneId) => await need().list(orgId, zoneId),
    plan: async (orgId, options) => await need().plan(orgId, options),
    apply: async (orgId, options) => await need().apply(orgId, options),
    delete: async (orgId, zoneId, keys) => await need().delete(orgId, zoneId, keys),
  })
}

function sendsNoMail(): Problem {
  return new Problem('service_unavailable', {
    detail: { en: 'This instance cannot send email.', zh: '此实例无法发送邮件。' },
    nextStep: { en: 'Ask the operator to configure a mail server.', zh: '请联系运维人员配置邮件服务器。' },
  })
}

function missing(member: string, token: { readonly name: string }): Problem {
  return new Problem('service_unavailable', {
    detail: {
      en: `ctx.${member} needs the service "${token.name}", which no plugin in this build provides.`,
      zh: `ctx.${member} 需要服务 ${token.name}，而此版本中没有提供它的插件。`,
    },
    nextStep: {
      en: 'Ask the operator to add a plugin that provides it.',
      zh: '请联系运维人员添加提供该服务的插件。',
    },
  })
}
