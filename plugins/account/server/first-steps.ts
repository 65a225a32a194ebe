import { Problem, type ChecklistItem, type PluginContext, type WorkspaceScope } from '@host/plugin'
import { SecondFactors } from '@host/plugin/platform'
import { i18n } from './i18n.ts'

type Reader = Pick<WorkspaceScope, 'request' | 'language'>

/** First step for every user: a second factor, so that a stolen password is not enough. */
export async function firstSteps(
  { request, language }: Reader,
  ctx: Pick<PluginContext, 'lookup'>,
): Promise<readonly ChecklistItem[]> {
  const done = await isProtected(request, ctx)
  if (done === undefined) return []
  const title = i18n[language]?.['step.second-factor'] ?? 'Second factor'
  return [{ id: 'second-factor', title, path: '/settings/security', done }]
}

/** Undefined for an API token, which has no factors. */
async function isProtected(request: Request, ctx: Pick<PluginContext, 'lookup'>): Promise<boolean | undefined> {
  try {
    const state = await ctx.lookup(SecondFactors)?.read(request)
    return state === undefined ? undefined : state.totp.isOn || state.passkeys.length > 0
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}
