import { Mail, type PluginContext } from '@host/plugin'

/** Whether emails of a workspace are sent, or those of the instance where none is named. */
export async function canSend(ctx: Pick<PluginContext, 'lookup'>, orgId?: string): Promise<boolean> {
  const mail = ctx.lookup(Mail)
  return mail !== undefined && (await mail.canSend?.(orgId)) !== false
}
