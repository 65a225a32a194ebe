import { Problem } from '@host/plugin'
import { hash, timingSafeEqual } from 'node:crypto'
import { bearerChallenge } from '../../http/challenge.ts'
import type { HostMetrics } from './host-metrics.ts'
import { metricsText, metricsTypes, type MetricsFormat } from './metrics-text.ts'

/** Answers who reads metrics. */
export type MetricsReader = (request: Request) => Promise<Response>

/** Answers with metrics to clients with the token, and to no others. */
export function metricsReader(metrics: Pick<HostMetrics, 'families'>, token: string): MetricsReader {
  const expected = digest(`Bearer ${token}`)
  return async (request) => {
    const { headers } = request
    // Digests are of one length, so the time that comparing takes says nothing of the token.
    if (!timingSafeEqual(digest(headers.get('authorization') ?? ''), expected)) throw refused()
    const format: MetricsFormat = headers.get('accept')?.includes('application/openmetrics-text')
      ? 'openmetrics'
      : 'prometheus'
    const text = metricsText(await metrics.families(), format)
    return new Response(text, { headers: { 'content-type': metricsTypes[format], 'cache-control': 'no-store' } })
  }
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

function refused(): Problem {
  return new Problem('unauthenticated', {
    detail: { en: 'Metrics require a token.', zh: '读取指标需要令牌。' },
    nextStep: {
      en: 'Send the value of HOST_METRICS_TOKEN as a Bearer token.',
      zh: '请以 Bearer 令牌的形式发送 HOST_METRICS_TOKEN 的值。',
    },
    headers: { 'www-authenticate': bearerChallenge },
  })
}
