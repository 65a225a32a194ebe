import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Readiness } from '@host/plugin/platform'
import { checkCertificates } from './certificate-health.ts'
import type { HealthCheck } from '../support/health-check.ts'
import { selfSigned } from '../../testing/tls/self-signed.ts'
import { certificateFiles, tlsHost } from '../../testing/tls/tls-host.ts'

const day = 86_400_000

interface Ready {
  readonly status: string
  readonly checks: readonly HealthCheck[]
}

test('the days of a certificate are part of readiness, with a fix when few are left', async (t) => {
  const { environment } = await certificateFiles(t, selfSigned(['app.lab.test'], 30.5))
  let now = Date.now()
  const { get } = await tlsHost(t, environment, { clock: () => now })
  const check = async () => ((await (await get('/readyz')).json()) as Ready).checks[0]
  assert.deepEqual(await check(), { name: 'certificates', state: 'ok', days: 30 })
  now += 25 * day
  assert.deepEqual(await check(), {
    name: 'certificates',
    state: 'warn',
    days: 5,
    reason: 'The certificate in HOST_TLS_CERT ends in 5 days.',
    fix: 'Renew the files in HOST_TLS_CERT and HOST_TLS_KEY; they are read again within a minute.',
  })
  now += 6 * day
  const over = await check()
  assert.deepEqual([over?.state, over?.reason], ['fail', 'The certificate in HOST_TLS_CERT has expired.'])
  const { status } = (await (await get('/readyz')).json()) as Ready
  assert.equal(status, 'ready', 'requests are no better off elsewhere')
})

test('a certificate of few days is warned of in the last quarter of its life', () => {
  const short = { host: 'short.test', serial: '01', isWanted: true, notBefore: 0, notAfter: 6 * day }
  const long = { ...short, host: 'long.test', notBefore: -84 * day, notAfter: 6.5 * day }
  const certificates = { filesTimes: undefined, isTrusted: () => true }
  const check = (entries: readonly (typeof short)[], now: number) =>
    checkCertificates({
      certificates,
      index: { all: () => entries.values() },
      publicHost: undefined,
      clock: () => now,
    })
  assert.equal(check([short], 0).state, 'ok')
  assert.equal(check([short], 4.4 * day).state, 'ok')
  assert.equal(check([short], 4.6 * day).state, 'warn')
  const late = check([short, long], 0)
  assert.deepEqual([late.state, late.reason], ['warn', 'The certificate of a host ends in 6 days.'])
  assert.match(late.namedReason ?? '', /of "long\.test" ends/)
  assert.equal(check([{ ...long, isWanted: false }], 0).state, 'ok')
})

test('hosts whose last order failed are counted, with the next step in the language of the reader', () => {
  const parts = { certificates: { filesTimes: undefined, isTrusted: () => true }, index: { all: () => [].values() } }
  const check = (count: number, first: string | undefined, language?: 'en' | 'zh') =>
    checkCertificates(
      { ...parts, publicHost: undefined, clock: () => 0 },
      { failing: { count, first }, ...(language && { language }) },
    )
  assert.deepEqual(check(0, undefined), { state: 'ok', failing: 0 })
  const { state, failing, reason, namedReason, fix } = check(3, 'a.test')
  assert.deepEqual([state, failing], ['warn', 3])
  assert.match(`${reason} ${fix}`, /failed for 3 hosts. Check why/)
  assert.match(namedReason ?? '', /failed for 3 hosts, such as "a.test"/)
  assert.match(check(1, 'a.test', 'zh').namedReason ?? '', /“a.test”的上次证书申请失败/)
})

test('a host that waits for its first certificate says so', async (t) => {
  const { get, host } = await tlsHost(t, { HOST_TLS: 'acme', HOST_PUBLIC_URL: 'https://app.lab.test' })
  const { checks } = (await (await get('/readyz')).json()) as Ready
  const reason = '"app.lab.test" has no certificate that browsers trust.'
  assert.deepEqual([checks[0]?.state, checks[0]?.failing, checks[0]?.reason], ['fail', 0, reason])
  const items = await host.lookup(Readiness)?.items('zh')
  const item = items?.find(({ id }) => id === 'certificates')
  assert.deepEqual([item?.plugin, item?.title, item?.state], ['host', '证书', 'fail'])
  assert.match(item?.fix ?? '', /80 和 443/)
})

test('handshakes and the end of the first certificate are metrics', async (t) => {
  const { environment } = await certificateFiles(t, selfSigned(['app.lab.test'], 30))
  const { get } = await tlsHost(t, { ...environment, HOST_METRICS_TOKEN: 'a-token-of-a-lab-host-0123' })
  const text = await (await get('/metrics', { authorization: 'Bearer a-token-of-a-lab-host-0123' })).text()
  assert.match(text, /host_tls_handshakes_total\{result="refused"\} 0/)
  assert.match(text, /host_tls_certificate_remaining_seconds 2[56]\d{5}/)
})
