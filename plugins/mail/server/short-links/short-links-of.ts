import { serviceToken } from '@host/plugin'
import type { Parts } from '../parts.ts'

/** Short links of the plugin `links`, as far as emails need them. */
export interface ShortLinks {
  /** @throws Problem for an address that gets no short link, and for a plan without room */
  create(
    orgId: string,
    wanted: { readonly url: string; readonly userId: string },
  ): Promise<{ readonly shortUrl: string }>
}

/** Named by that plugin. Neither plugin needs the other. */
const ShortLinks = serviceToken<ShortLinks>('links.create')
const feature = 'links'

/** The short links of a workspace; undefined where the build or the workspace has none. */
export async function shortLinksOf(
  { ctx, features }: Pick<Parts, 'ctx' | 'features'>,
  orgId: string,
): Promise<ShortLinks | undefined> {
  const links = ctx.lookup(ShortLinks)
  return links !== undefined && (await features.isEnabled(orgId, feature)) ? links : undefined
}
