import { Problem } from '@host/plugin'
import { hash, timingSafeEqual } from 'node:crypto'
import { bearerChallenge } from '../../http/challenge.ts'
import type { HostMetrics } from './host-metrics.ts'
import { metricsText, metricsTypes, type MetricsFormat } from './metrics-text.ts'

/** Answers with metrics to clients with the token, and to no others. */
export async function answerMetrics(
  { headers }: Request,
  metrics: Pick<HostMetrics, 'families'>,
  token: string,
): Promise<Response> {
  // Digests are of one length, so the time that comparing takes says nothing of the token.
  const isAllowed = timingSafeEqual(digest(headers.get('authorization') ?? ''), digest(`Bearer ${token}`))
  if (!isAllowed) throw refused()
  const format: MetricsFormat = headers.get('accept')?.includes('application/openmetrics-text')
    ? 'openmetrics'
    : 'prometheus'
  const text = metricsText(await metrics.families(), format)
  return new Response(text, { headers: { 'content-type': metricsTypes[format], 'cache-control': 'no-store' } })
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

function refused(): Problem {
  return new Problem('unauthenticated', {
    detail: { en: 'Metrics require a token.', zh: '读取指标需要令牌。' },
    nextStep: {
      en: 'Send the metrics token as a Bearer token.',
      zh: '请以 Bearer 令牌的形式发送指标令牌。',
    },
    headers: { 'www-authenticate': bearerChallenge },
  })
}
