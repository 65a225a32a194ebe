/** Short links for other plugins. */
import { normalizeHostName, serviceToken } from '@host/plugin'
import { createLinkIn } from './links/create-link.ts'
import { readNewLink } from './links/read-new-link.ts'
import type { Parts } from './parts.ts'
import { isOpen, readIndexed } from './redirect/indexed-link.ts'
import { readPath } from './redirect/read-path.ts'

/** A link that another plugin wants. */
export interface WantedLink {
  /** With http or https, of at most 8,192 bytes. */
  readonly url: string
  /** A random one when left out. */
  readonly slug?: string
  /** One of the workspace's hosts for links; the first of them when left out. */
  readonly host?: string
  readonly title?: string
  /** The ID of the user in whose name it is created. */
  readonly userId: string
}

/** Where a short link leads. */
export interface ResolvedLink {
  readonly linkId: string
  /** The target of visits for which no rule decides. */
  readonly url: string
  /** Whether it leads visits on now, as far as its state and times go. */
  readonly isActive: boolean
}

/** Creates short links. */
export interface LinkCreator {
  /** @throws Problem `invalid_input`, `conflict`, `quota_exceeded`, `tier_required` */
  create(orgId: string, wanted: WantedLink): Promise<{ readonly id: string; readonly shortUrl: string }>
}

/** Finds short links. */
export interface LinkResolver {
  /** The link of the workspace at an address; undefined for none. Never counts as a visit, and uses none up. */
  resolve(orgId: string, shortUrl: string): Promise<ResolvedLink | undefined>
}

/**
 * Creates short links in a workspace.
 * @example const { shortUrl } = await requireService(ctx, LinkCreation).create(orgId, { url, userId })
 */
export const LinkCreation = serviceToken<LinkCreator>('links.create')

/** Finds where the short links of a workspace lead. */
export const LinkResolution = serviceToken<LinkResolver>('links.resolve')

/** Lets other plugins create and find links. */
export function provideLinks(parts: Parts): void {
  const { ctx } = parts
  ctx.provide(LinkCreation, {
    async create(orgId, { userId, ...input }) {
      const db = ctx.db.inWorkspace(orgId, 'create a short link for another plugin')
      const caller = { db, orgId, userId, audit: { describe: () => undefined } }
      const { id, shortUrl, host, slug, url } = await createLinkIn(parts, caller, readNewLink(input))
      const actor = { kind: 'user', id: userId } as const
      const entry = { action: 'link.created', target: `link:${id}`, after: { host, slug, url } }
      await ctx.audit.record({ ...entry, orgId, actor })
      return { id, shortUrl }
    },
  })
  ctx.provide(LinkResolution, { resolve: (orgId, shortUrl) => resolveLink(parts, orgId, shortUrl) })
}

async function resolveLink(parts: Parts, orgId: string, shortUrl: string): Promise<ResolvedLink | undefined> {
  const { edge, clock } = parts
  const address = URL.parse(shortUrl)
  const host = address === null ? undefined : normalizeHostName(address.host)
  if (address === null || host === undefined) return undefined
  const own = host === edge.sharedHost ? undefined : { orgId, host }
  const text = await readPath(parts, own, address.pathname)
  const link = text === undefined ? undefined : readIndexed(text)
  if (link === undefined || link.orgId !== orgId) return undefined
  const url = Buffer.from(link.url, 'latin1').toString('utf8')
  return { linkId: link.id, url, isActive: isOpen(link, clock()) }
}
