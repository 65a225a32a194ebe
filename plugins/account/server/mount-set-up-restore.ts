import { type PluginContext, requireService } from '@host/plugin'
import { InstanceRestore, wordingIn } from '@host/plugin/platform'
import { readRestoreChoices, restoreInstance } from '../shared.ts'
import type { AccountMux } from './account-mux.ts'

/** Routes that restore a backup in place of an instance that is not set up. */
export function mountSetUpRestore(mux: AccountMux, ctx: PluginContext): void {
  const restore = requireService(ctx, InstanceRestore)
  mux.endpoint(readRestoreChoices, async ({ input, language }) => {
    const { place, backups, hasKey, failure } = await restore.choices(input.token)
    return { place, backups: [...backups], hasKey, failure: failure && wordingIn(failure, language) }
  })
  mux.endpoint(restoreInstance, async ({ input: { token, id, identity } }) => {
    await restore.start(token, { id, identity })
    return undefined
  })
}
