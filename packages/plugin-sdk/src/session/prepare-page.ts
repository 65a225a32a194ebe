import { listInstanceMenus, listMenus } from '@host/platform-api/menus'
import { compareSpecificity, matchPath } from '../navigation/match-path.ts'
import { shellPath } from '../navigation/shell-path.ts'
import { slugIn, workspaceBase } from '../navigation/workspace-address.ts'
import { askedQuery } from '../query/asked-queries.ts'
import type { UIPlugin } from '../ui-plugin.ts'
import type { Edition, WebHost } from './create-host.ts'
import { namedPlugins } from './named-plugins.ts'
import { sessionKey } from './session-monitor.ts'
import { isHintedSignedIn } from './signed-in-hint.ts'

/**
 * Fetches everything needed to render the page at an address in parallel, so that it appears in one piece; it doesn't
 * wait for the data. Plugin code is fetched only when a user is signed in. Failed requests are ignored here; the page
 * repeats them and reports the error.
 */
export async function preparePage(host: WebHost, address: string): Promise<void> {
  const { edition, texts } = host
  const base = bases.find((one) => shellPath(one, address).startsWith('/'))
  if (base === undefined || !isHintedSignedIn()) return
  askForFrame(host, base)
  const { plugins } = await edition()
  const found = pageAt(plugins, base, shellPath(base === '/admin' ? workspaceBase(slugIn(address)) : base, address))
  const namespaces = ['sdk', ...namedPlugins({ plugins }), ...(found === undefined ? [] : [found.plugin.name])]
  await Promise.all([texts.load(namespaces), found?.route.Component.preload?.()])
}

const bases = ['/admin', '/instance'] as const
type Base = (typeof bases)[number]

function askForFrame({ queries, client, session }: WebHost, base: Base): void {
  const menus = base === '/admin' ? listMenus : listInstanceMenus
  const leaveToPage = (): undefined => undefined
  queries.query({ queryKey: sessionKey, queryFn: session.read, staleTime: 60_000 }).catch(leaveToPage)
  queries.query(askedQuery<typeof listMenus>(client, menus as typeof listMenus, undefined)).catch(leaveToPage)
}

function pageAt(plugins: Edition['plugins'], base: Base, path: string) {
  const routesOf = ({ routes = [], instanceRoutes = [] }: UIPlugin) => (base === '/admin' ? routes : instanceRoutes)
  return plugins
    .flatMap((plugin) => routesOf(plugin).map((route) => ({ plugin, route })))
    .filter(({ route }) => matchPath(route.path, path) !== undefined)
    .toSorted((a, b) => compareSpecificity(a.route.path, b.route.path))[0]
}
