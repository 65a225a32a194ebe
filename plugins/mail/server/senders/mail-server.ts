import type { PluginContext } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { MailServer } from './line-context.ts'

const servers = new WeakMap<PluginContext<Tables>, MailServer>()

/** Notes the server that receives mail in this process, as it begins to listen or has another certificate. */
export function noteMailServer(ctx: PluginContext<Tables>, server: MailServer): void {
  servers.set(ctx, server)
}

/** The server that receives mail; undefined where this instance does not listen for any. */
export function mailServer(ctx: PluginContext<Tables>): MailServer | undefined {
  return servers.get(ctx)
}
