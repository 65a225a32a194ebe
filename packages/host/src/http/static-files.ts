/**
 * The web distribution as routes of the host: hashed files that never change, files of the root by name, and the two
 * shells, whose pages all are the one `index.html`. A missing file is a 404 and never the page: a browser that asked
 * for a chunk of an older build must learn that it is gone.
 */
import { Problem, redirect } from '@host/plugin'
import { FastResponse } from 'srvx'
import type { RouteParams } from './router/route.ts'
import type { AssetForm, AssetSource, WebAsset } from './web-assets.ts'
import { publicDocument, publicPageList } from './web-files.ts'
import { preferredCoding } from './accept-encoding.ts'
import { BrandedPages, type CurrentBrand } from './branded-pages.ts'

/** A route that the host answers itself; its owner in the conflict check is `host`. */
export interface HostRoute {
  readonly pattern: string
  readonly handler: (request: Request, params: RouteParams) => Response
}

/** Pages whose address contains a secret: a browser must not send it as a referrer. */
const secretRoots: readonly string[] = ['setup', 'verify', 'reset', 'invitation', 'confirm-email', 'unsubscribe']

const openRoots: readonly string[] = ['admin', 'instance', 'login', 'register', 'forgot']

/** The first segments below which the shells answer: both consoles, and the pages before sign-in. */
export const shellRoots: readonly string[] = Object.freeze([...openRoots, ...secretRoots])

/** The addresses that the shells answer, each root with all below it. */
export const shellPatterns: readonly string[] = Object.freeze(patternsOf(shellRoots))

/** Files that have no address of their own: the pages, and the list of public pages. */
const unnamed: ReadonlySet<string> = new Set(['index.html', publicDocument, publicPageList])

const noBrand = Object.freeze({ name: null, accent: null, logo: null })
const forever = 'public, max-age=31536000, immutable'
const recheck = 'no-cache'

/** The routes of a web distribution; none when it has no `index.html`, as in a host for tests. */
export function staticFileRoutes(assets: AssetSource, brand: CurrentBrand = () => noBrand): readonly HostRoute[] {
  const page = assets.get('index.html')
  if (page === undefined) return []
  const pages = new BrandedPages(assets, page, brand)
  const send = (request: Request, more: Readonly<Record<string, string>> = {}): Response => {
    const { asset, policy } = pages.page
    return sendAsset(request, asset, { 'content-security-policy': policy, 'cache-control': recheck, ...more })
  }
  const showPage = (request: Request): Response => send(request)
  const showSecretPage = (request: Request): Response => send(request, { 'referrer-policy': 'no-referrer' })
  const sendFile =
    (path: string, caching: string) =>
    (request: Request): Response => {
      const asset = path === 'manifest.webmanifest' ? pages.manifest : assets.get(path)
      if (asset === undefined) throw noFile()
      return sendAsset(request, asset, { 'cache-control': caching })
    }
  const named = assets.paths.filter((path) => !unnamed.has(path) && !path.startsWith('assets/'))
  return [
    { pattern: 'GET /{$}', handler: () => redirect('/admin') },
    ...patternsOf(openRoots).map((pattern) => ({ pattern, handler: showPage })),
    ...patternsOf(secretRoots).map((pattern) => ({ pattern, handler: showSecretPage })),
    ...named.map((path) => ({ pattern: `GET /${encodeURI(path)}`, handler: sendFile(path, recheck) })),
    {
      pattern: 'GET /assets/{path...}',
      handler: (request, params) => sendFile(`assets/${params['path'] ?? ''}`, forever)(request),
    },
  ]
}

function patternsOf(roots: readonly string[]): readonly string[] {
  return roots.flatMap((root) => [`GET /${root}`, `GET /${root}/`])
}

function noFile(): Problem {
  return new Problem('not_found', {
    detail: { en: "This build doesn't have this file.", zh: '此版本中没有该文件。' },
  })
}

function sendAsset(request: Request, asset: WebAsset, base: Readonly<Record<string, string>>): Response {
  const { coding, form } = chooseForm(request, asset)
  const headers: Record<string, string> = { ...base, etag: form.etag, vary: 'accept-encoding' }
  if (isKnown(request.headers.get('if-none-match'), form.etag)) return new FastResponse(null, { status: 304, headers })
  headers['content-type'] = asset.type
  headers['content-length'] = String(form.bytes.byteLength)
  if (coding !== undefined) headers['content-encoding'] = coding
  return new FastResponse(request.method === 'HEAD' ? null : form.bytes, { headers })
}

function chooseForm(request: Request, asset: WebAsset): { coding: 'br' | 'gzip' | undefined; form: AssetForm } {
  const stored = (['br', 'gzip'] as const).filter((coding) => asset[coding] !== undefined)
  const coding = preferredCoding(request.headers.get('accept-encoding'), stored)
  return { coding, form: (coding === undefined ? undefined : asset[coding]) ?? asset.plain }
}

/** Whether the client holds this form already (RFC 9110, section 13.1.2: weak comparison, a list or `*`). */
export function isKnown(header: string | null, etag: string): boolean {
  if (header === null) return false
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
