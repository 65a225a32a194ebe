import { Mail, type PluginContext } from '@host/plugin'

/** Whether this instance sends emails. */
export function canSend(ctx: Pick<PluginContext, 'lookup'>): boolean {
  const mail = ctx.lookup(Mail)
  return mail !== undefined && mail.canSend?.() !== false
}
