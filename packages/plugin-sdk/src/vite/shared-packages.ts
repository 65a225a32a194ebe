import { join } from 'node:path'
import type { Rolldown } from 'vite'
import type { WebHalf } from './web-half.ts'

/** Packages provided by the SDK: a composed plugin must use the same wire types as the SDK that calls it. */
const brought = /^@host\/(?:plugin|client)(?:\/|$)/

/** A resolution request of the bundler: `source` as imported by `importer`. */
export interface SharedRequest {
  readonly source: string
  readonly importer: string | undefined
  readonly sdkFolder: string
  readonly halves: readonly WebHalf[]
}

/**
 * Answers for the wire and the client when a composed plugin asks: its own folder may have neither, or a second copy.
 * React and the SDK itself are the application's, by `resolve.dedupe`.
 */
export async function resolveShared(
  context: Rolldown.PluginContext,
  { source, importer, sdkFolder, halves }: SharedRequest,
): Promise<Rolldown.ResolvedId | null> {
  if (importer === undefined || !brought.test(source)) return null
  const isForeign = halves.some(({ isComposed, dir }) => isComposed && importer.startsWith(`${dir}/`))
  return isForeign ? context.resolve(source, join(sdkFolder, 'index.ts'), { skipSelf: true }) : null
}
