import { join } from 'node:path'
import type { Rolldown } from 'vite'
import type { WebHalf } from './web-half.ts'

/** What every part of a page must share one copy of: they hold contexts and identities. */
const shared = /^(?:react|react-dom|@host\/(?:plugin-sdk|plugin|client))(?:\/|$)/

/** A question of the bundler: what does `source` mean in `importer`? */
export interface SharedRequest {
  readonly source: string
  readonly importer: string | undefined
  readonly root: string
  readonly sdkFolder: string
  readonly halves: readonly WebHalf[]
}

/**
 * Answers for the shared packages when a composed plugin asks: its own folder may have none of them, or a second copy.
 * React and the SDK are the application's, the wire and the client are the SDK's.
 */
export async function resolveShared(
  context: Rolldown.PluginContext,
  request: SharedRequest,
): Promise<Rolldown.ResolvedId | null> {
  const { source, importer, root, sdkFolder, halves } = request
  if (importer === undefined || !shared.test(source)) return null
  const isForeign = halves.some(({ isComposed, dir }) => isComposed && importer.startsWith(`${dir}/`))
  if (!isForeign) return null
  const isOfSdk = /^@host\/(?:plugin|client)(?:\/|$)/.test(source)
  return context.resolve(source, isOfSdk ? join(sdkFolder, 'index.ts') : join(root, 'index.html'), { skipSelf: true })
}
