import { answerMetrics } from '../observability/metrics/metrics-answer.ts'
import type { HostMetrics } from '../observability/metrics/host-metrics.ts'
import { json, Problem, type MaybePromise } from '@host/plugin'
import { parsePattern } from '@host/plugin/platform'
import type { MountedRoute } from '../pipeline/mounted-route.ts'
import { logoFolder, type HostBrand } from '../brand/host-brand.ts'
import { shellPatterns, staticFileRoutes } from '../http/static-files.ts'
import type { AssetSource } from '../http/web-assets.ts'
import { readReadiness, type ReadinessOptions } from '../plugins/readiness.ts'

/** Options of the host's own routes. */
export interface HostRouteOptions {
  readonly readiness: ReadinessOptions
  readonly metrics: Pick<HostMetrics, 'families'>
  /** The current token; undefined while the endpoint is disabled. */
  readonly metricsToken: () => string | undefined
  /** Undefined for a host without a web half. */
  readonly files: AssetSource | undefined
  readonly brand: Pick<HostBrand, 'current' | 'logo'>
}

type HostHandler = (request: Request, params: Readonly<Record<string, string>>) => MaybePromise<Response>

/** Routes answered by the host itself, before the session is read. */
export function hostRoutes({
  readiness,
  metrics,
  metricsToken,
  files,
  brand,
}: HostRouteOptions): readonly MountedRoute[] {
  const own: readonly (readonly [pattern: string, handler: HostHandler])[] = [
    ['GET /healthz', () => json({ status: 'alive' }, uncached)],
    [
      'GET /readyz',
      async () => {
        const report = await readReadiness(readiness)
        return json(report, { ...uncached, status: report.status === 'ready' ? 200 : 503 })
      },
    ],
    ['GET /metrics', metricsHandler(metrics, metricsToken)],
  ]
  const shells = files === undefined ? [] : staticFileRoutes(files, () => brand.current())
  return [
    ...own.map(([pattern, handler]) => Object.freeze({ ...hostRoute(pattern, handler), isVital: true })),
    hostRoute(logoPattern, (_, params) => answerLogo(brand, params)),
    ...shells.map(({ pattern, handler }) => hostRoute(pattern, handler)),
  ]
}

/** The same addresses without anything behind them, to find out who else claims one. */
export function hostPatterns(): readonly MountedRoute[] {
  const patterns = [
    'GET /healthz',
    'GET /readyz',
    'GET /metrics',
    logoPattern,
    'GET /{$}',
    'GET /assets/{path...}',
    ...shellPatterns,
  ]
  return patterns.map((pattern) => hostRoute(pattern, () => json({})))
}

/** Without a token the endpoint is disabled, and answers like any unknown path. */
function metricsHandler(metrics: HostRouteOptions['metrics'], current: () => string | undefined): HostHandler {
  return (request) => {
    const token = current()
    if (token === undefined) throw new Problem('not_found')
    return answerMetrics(request, metrics, token)
  }
}

/** The address names the content, so an earlier logo has none. */
function answerLogo(
  { logo }: Pick<HostBrand, 'logo'>,
  { logo: name = '' }: Readonly<Record<string, string>>,
): Response {
  if (logo?.path !== `${logoFolder}${name}`) throw new Problem('not_found')
  return new Response(logo.bytes.slice(), {
    headers: { 'content-type': logo.type, 'cache-control': 'public, max-age=31536000, immutable' },
  })
}

const logoPattern = `GET ${logoFolder}{logo}`
const uncached = { headers: { 'cache-control': 'no-store' } }

function hostRoute(pattern: string, handler: HostHandler): MountedRoute {
  return Object.freeze({
    pattern: parsePattern(pattern),
    owner: 'host',
    source: 'the host itself',
    audience: 'public',
    answer: ({ request, params }: Parameters<MountedRoute['answer']>[0]) => handler(request, params),
  })
}
