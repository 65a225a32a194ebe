import { Blobs, definePlugin, requireService, type BlobsService } from '@host/plugin'
import { plugin as mailPlugin } from '../index.ts'

/** The plugin, whose blobs can be counted. */
export function withBlobs() {
  let blobs: BlobsService | undefined
  const plugin = definePlugin({
    ...mailPlugin,
    mount(mux, ctx) {
      blobs = requireService(ctx, Blobs)
      return mailPlugin.mount(mux, ctx)
    },
  })
  return { plugin, count: async (orgId: string) => (await blobs?.list(orgId, '', { limit: 1_000 }))?.length }
}
