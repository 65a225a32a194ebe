/** Settings of the operator that the console changes without a restart. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestHost, type TestClient, type TestHost } from '@host/testing'
import { plugin as audit } from '../../../plugins/audit/server/index.ts'
import {
  changeBrand,
  changeOperatorSettings,
  readOperatorSettings,
  readSignInSettings,
  sendTestEmail,
} from '../../../plugins/instance/shared.ts'
import { plugin as instance } from '../../../plugins/instance/server/index.ts'
import { plugin as smtp } from '../../../plugins/smtp/server/index.ts'
import { startMailServer } from '../lab/mail-server.ts'

const environment = { HOST_PUBLIC_URL: 'http://host.test', HOST_RATE_FORM: '7' }
const token = 'a-token-for-metrics-of-this-test'

const open = (): Promise<TestHost> => createTestHost({ plugins: [instance, audit, smtp], environment })

async function rowOf(admin: TestClient, name: string) {
  return (await admin.call(readOperatorSettings)).items.find((row) => row.name === name)
}

async function refusal(admin: TestClient, body: object, language = 'en'): Promise<Readonly<Record<string, string>>> {
  const answer = await admin.patch('/api/instance/operator-settings', body, {
    headers: { 'accept-language': language },
  })
  assert.equal(answer.status, 400)
  const { errors } = (await answer.json()) as { errors: readonly { path: string; message: string }[] }
  return Object.fromEntries(errors.map(({ path, message }) => [path, message]))
}

test('§P103 limits, origins and the metrics token change at once, and an empty value brings the default back', async () => {
  await using host = await open()
  const admin = host.as('instanceAdmin')
  const from = 'https://app.example.com'
  const allowed = async (): Promise<string | null> =>
    (await admin.get('/api/instance/build', { headers: { origin: from } })).headers.get('access-control-allow-origin')
  const limit = async (): Promise<string> =>
    /"api";q=(?<calls>\d+)/.exec((await admin.get('/api/instance/build')).headers.get('ratelimit-policy') ?? '')
      ?.groups?.['calls'] ?? 'none'
  const metrics = async (): Promise<number> =>
    (await host.fetch(new Request('http://host.test/metrics', { headers: { authorization: `Bearer ${token}` } })))
      .status

  assert.deepEqual([await allowed(), await limit(), await metrics()], [null, '600', 404])
  await admin.call(changeOperatorSettings, {
    HOST_RATE_API: '300',
    HOST_CORS_ORIGINS: from,
    HOST_METRICS_TOKEN: token,
  })
  assert.deepEqual([await allowed(), await limit(), await metrics()], [from, '300', 200])
  await admin.call(changeOperatorSettings, { HOST_RATE_API: '0', HOST_CORS_ORIGINS: '', HOST_METRICS_TOKEN: null })
  assert.deepEqual([await allowed(), await limit(), await metrics()], [null, 'none', 404])
  await admin.call(changeOperatorSettings, { HOST_RATE_API: null })
  assert.equal(await limit(), '600')
})

test('§P103 a value is refused as the environment refuses it, by name and in both languages, and nothing is stored', async () => {
  await using host = await open()
  const admin = host.as('instanceAdmin')
  const wrong = {
    HOST_RATE_API: '-1',
    HOST_CORS_ORIGINS: 'app.example.com',
    HOST_METRICS_TOKEN: 'short',
    HOST_SMTP_URL: 'http://mail.test',
    HOST_RATE_PAGE: '50',
  }
  const english = await refusal(admin, wrong)
  assert.deepEqual(Object.keys(english).toSorted(), [
    'HOST_CORS_ORIGINS',
    'HOST_METRICS_TOKEN',
    'HOST_RATE_API',
    'HOST_SMTP_FROM',
    'HOST_SMTP_URL',
  ])
  assert.match(english['HOST_CORS_ORIGINS'] ?? '', /is not an origin; use scheme and host/)
  assert.match((await refusal(admin, wrong, 'zh'))['HOST_RATE_API'] ?? '', /请输入/)
  assert.match((await refusal(admin, { HOST_RATE_API: '2' }))['HOST_RATE_API'] ?? '', /lock you out/)
  assert.equal((await rowOf(admin, 'HOST_RATE_PAGE'))?.source, 'default')
})

test('§P103 the environment wins, is shown as such, and can not be changed in the console', async () => {
  await using host = await open()
  const admin = host.as('instanceAdmin')
  assert.deepEqual(await rowOf(admin, 'HOST_RATE_FORM'), {
    name: 'HOST_RATE_FORM',
    value: '7',
    default: '20',
    source: 'environment',
    isSecret: false,
  })
  assert.match((await refusal(admin, { HOST_RATE_FORM: '9' }))['HOST_RATE_FORM'] ?? '', /Set by HOST_RATE_FORM/)
})

test('§5.7 secrets are masked in answers and in the audit log, and a mask keeps the stored one', async () => {
  await using host = await open()
  const admin = host.as('instanceAdmin')
  const secrets = { HOST_SMTP_URL: 'smtps://ada:hidden-word@mail.test', HOST_METRICS_TOKEN: token }
  await admin.call(changeOperatorSettings, { ...secrets, HOST_SMTP_FROM: 'Acme <acme@host.test>' })
  const masked = (await rowOf(admin, 'HOST_METRICS_TOKEN'))?.value ?? ''
  assert.match(masked, /^•+$/)
  await admin.call(changeOperatorSettings, { HOST_METRICS_TOKEN: masked, HOST_RATE_PAGE: '99' })
  const answer = await host.fetch(
    new Request('http://host.test/metrics', { headers: { authorization: `Bearer ${token}` } }),
  )
  assert.equal(answer.status, 200)
  const log = await (await admin.get('/api/instance/audit/export?format=json')).text()
  assert.match(log, /"HOST_RATE_PAGE":"99"/)
  assert.match(log, /"HOST_SMTP_URL":"\[secret\]"/)
  const texts = `${log}${await (await admin.get('/api/instance/operator-settings')).text()}${JSON.stringify(host.logs)}`
  for (const secret of ['hidden-word', token]) assert.equal(texts.includes(secret), false)
})

test('a mail server that is set in the console sends in the name of the instance, and a test email says what is wrong', async () => {
  await using host = await open()
  await using server = await startMailServer()
  const admin = host.as('instanceAdmin')
  await assert.rejects(admin.call(sendTestEmail), { code: 'conflict' })
  assert.equal((await admin.call(readSignInSettings)).canSendMail, false)
  const from = { HOST_SMTP_FROM: 'acme@host.test' }
  await admin.call(changeBrand, { name: 'Acme Cloud' })
  await admin.call(changeOperatorSettings, { ...from, HOST_SMTP_URL: 'smtp://127.0.0.1:1?tls=off' })
  assert.match((await admin.call(sendTestEmail)).problem ?? '', /ESOCKET|ECONNECTION|ECONNREFUSED/)
  await admin.call(changeOperatorSettings, { HOST_SMTP_URL: `smtp://127.0.0.1:${server.port}?tls=off` })
  assert.equal((await admin.call(readSignInSettings)).canSendMail, true)
  const { to, problem } = await admin.call(sendTestEmail)
  assert.equal(problem, null)
  const { from: sender } = (await server.emailTo(to, 'Test email')).mail
  assert.deepEqual([sender?.name, sender?.address], ['Acme Cloud', 'acme@host.test'])
})
