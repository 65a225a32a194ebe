import { column, defineEndpoint, definePlugin, json, model, nothing, PageHosts, requireService } from '@host/plugin'
import type { PageHostsService } from '@host/plugin'
import { Edge, type EdgeService, type HostVisit, type QuickEdgeHandler } from '@host/plugin/platform'
import * as z from 'zod'

const Link = model(
  'links_links',
  { id: column.id('link'), org_id: column.org(), slug: column.text({ max: 100 }), target: column.text({ max: 500 }) },
  { unique: [['org_id', 'slug']], index: [['org_id', 'id']] },
)

/** Services of the plugin, once it is mounted. */
export interface LinkParts {
  edge?: EdgeService
  pages?: PageHostsService
  /** How many quick answers have passed the limit. */
  passed?: number
  /** The workspace of the path `/late` on the shared host, told later. */
  lateOrg?: string
}

const input = z.strictObject({ host: z.string().max(400) })
const given = { output: nothing, toJSONSchema: z.toJSONSchema } as const
const change = { input, ...given, summary: 'Change a host', atomic: true } as const

const assignHost = defineEndpoint({ pattern: 'POST /api/x/links/assign', ...change })
const releaseHost = defineEndpoint({ pattern: 'POST /api/x/links/release', ...change })
const proveName = defineEndpoint({ pattern: 'POST /api/x/links/prove', ...change })
const disproveName = defineEndpoint({ pattern: 'POST /api/x/links/disprove', ...change })

/** A plugin whose links are answered on the hosts of workspaces. */
export function linkHosts(parts: LinkParts = {}, name = 'links') {
  return definePlugin({
    name,
    info: { title: name, description: 'Short links', icon: 'link', category: 'Work', api: '^1' },
    models: name === 'links' ? [Link] : [],
    mount(mux, ctx) {
      const edge = requireService(ctx, Edge)
      parts.edge = edge
      parts.pages = requireService(ctx, PageHosts)
      if (name !== 'links') return
      const quick: QuickEdgeHandler = ({ target, orgId, host, method, header }) => {
        if (target === '/quick-fail') throw new Error('secret cause')
        if (!target.startsWith('/quick')) return undefined
        const location = `https://${host}/${method}/${orgId}?from=${encodeURIComponent(header('referer') ?? '')}`
        const onPassed = (): void => void (parts.passed = (parts.passed ?? 0) + 1)
        return { status: 302, headers: { location, 'cache-control': 'private, max-age=0' }, onPassed }
      }
      const workspaceOf = ({ target }: HostVisit) => {
        const [, orgId = ''] = /^\/(?:quick-)?(org_\w+)/.exec(target) ?? []
        if (target === '/late') return Promise.resolve(parts.lateOrg)
        return orgId === '' ? undefined : orgId
      }
      edge.serve<{ links_links: { slug: string; target: string } }>(
        async ({ request, db, host, orgId, language }) => {
          const { pathname } = new URL(request.url)
          if (pathname === '/fail') throw new Error('secret cause')
          if (pathname.startsWith('/org_') || pathname === '/late') return json({ orgId })
          if (pathname === '/slow') return await new Promise<never>(() => {})
          if (pathname !== '/' && !pathname.startsWith('/_')) {
            const link = await db
              .selectFrom('links_links')
              .select('target')
              .where('slug', '=', pathname.slice(1))
              .executeTakeFirst()
            return link && new Response(null, { status: 302, headers: { location: link.target, 'set-cookie': 'a=b' } })
          }
          const cookie = request.headers.get('cookie')
          return json({ host, orgId, language, cookie }, { headers: { 'set-cookie': 'stolen=1' } })
        },
        { quick, workspaceOf },
      )
      mux.endpoint(assignHost, async ({ orgId, input: { host } }) => void (await edge.assign(orgId, host)))
      mux.endpoint(releaseHost, async ({ orgId, input: { host } }) => await edge.release(orgId, host))
      mux.endpoint(proveName, async ({ orgId, input: { host } }) => void (await edge.prove(orgId, host)))
      mux.endpoint(disproveName, async ({ orgId, input: { host } }) => await edge.disprove(orgId, host))
      mux.endpoint(addLink, async ({ db, input: link }) => {
        await db.insertInto('links_links').values(link).execute()
        return undefined
      })
    },
  })
}

const addLink = defineEndpoint({
  pattern: 'POST /api/x/links/links',
  input: z.strictObject({ slug: z.string().max(100), target: z.string().max(500) }),
  ...given,
  summary: 'Add a link',
})
