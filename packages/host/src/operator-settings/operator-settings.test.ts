import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { OperatorSettings, settingsMask } from '@host/plugin/platform'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { labHost, type LabHost } from '../../testing/lab-host.ts'
import { readFitting } from './live-config.ts'
import { until } from '../../testing/until.ts'

const token = 'a-token-for-metrics-of-this-test'

async function status({ get }: LabHost): Promise<number> {
  return (await get('/metrics', { authorization: `Bearer ${token}` })).status
}

test('postgres: a setting that one process stores is used by the others, and by one that starts later', async (t) => {
  const postgres = testDatabases.find(({ dialect }) => dialect === 'postgres')
  assert.ok(postgres)
  const database = await postgres.create()
  t.after(() => database[Symbol.asyncDispose]())
  const environment = { HOST_DATABASE_URL: database.url, HOST_SECRET_KEY: randomBytes(32).toString('base64') }
  const first = await labHost(t, [], { environment })
  const second = await labHost(t, [], { environment })
  await first.host.lookup(OperatorSettings)?.save({ HOST_METRICS_TOKEN: token })
  assert.equal(await status(first), 200)
  await until(async () => (await status(second)) === 200)
  assert.equal(await status(await labHost(t, [], { environment })), 200)
})

test('postgres: a setting that fits no longer, and a secret that does not open, keep no other from being saved', async (t) => {
  const postgres = testDatabases.find(({ dialect }) => dialect === 'postgres')
  assert.ok(postgres)
  const database = await postgres.create()
  t.after(() => database[Symbol.asyncDispose]())
  const environment = { HOST_DATABASE_URL: database.url, HOST_SECRET_KEY: randomBytes(32).toString('base64') }
  const before = await labHost(t, [], { environment: { ...environment, HOST_PUBLIC_URL: 'https://host.test' } })
  const mail = { HOST_SMTP_URL: 'smtp://localhost', HOST_SMTP_FROM: 'host@host.test' }
  await before.host.lookup(OperatorSettings)?.save({ ...mail, HOST_METRICS_TOKEN: token })
  const client = new pg.Client(database.adminUrl)
  await client.connect()
  t.after(() => client.end())
  const sealed = async (): Promise<Record<string, string>> => {
    const { rows } = await client.query<{ sealed: string | Record<string, string> }>('select sealed from host_settings')
    const value = rows[0]?.sealed ?? {}
    return typeof value === 'string' ? (JSON.parse(value) as Record<string, string>) : value
  }
  await client.query('update host_settings set sealed = $1', [
    JSON.stringify({ ...(await sealed()), HOST_METRICS_TOKEN: 'of another key' }),
  ])
  const after = await labHost(t, [], { environment })
  const settings = after.host.lookup(OperatorSettings)
  await settings?.save({ HOST_RATE_PAGE: '99' })
  assert.equal((await sealed())['HOST_METRICS_TOKEN'], 'of another key')
  await assert.rejects(async () => settings?.save({ HOST_SMTP_URL: 'smtp://other.test' }), { code: 'invalid_input' })
  await settings?.save({ HOST_METRICS_TOKEN: null })
  assert.equal('HOST_METRICS_TOKEN' in (await sealed()), false)
})

test('a setting of the environment is refused, whatever is sent for it', async (t) => {
  const { host } = await labHost(t, [], { environment: { HOST_RATE_PAGE: '50', HOST_METRICS_TOKEN: token } })
  const settings = host.lookup(OperatorSettings)
  for (const text of ['99', settingsMask]) {
    await assert.rejects(async () => settings?.save({ HOST_RATE_PAGE: text }), { code: 'invalid_input' })
  }
  // The mask of a secret changes nothing.
  await settings?.save({ HOST_METRICS_TOKEN: settingsMask })
})

test('a stored setting that no longer fits the environment is left out, and the others count', () => {
  const stored = { HOST_SMTP_FROM: 'host@host.test', HOST_RATE_API: '300', HOST_CORS_ORIGINS: 'nonsense' }
  const { config, problems } = readFitting({}, stored)
  assert.equal(config.rates.api, 300)
  assert.deepEqual([config.corsOrigins, config.mailSending.server], [[], undefined])
  assert.equal(problems.length, 2)
  const withServer = { HOST_SMTP_URL: 'smtp://localhost', HOST_SMTP_FROM: 'host@host.test' }
  assert.equal(readFitting({}, withServer).config.mailSending.server, undefined)
  assert.equal(
    readFitting({ HOST_PUBLIC_URL: 'https://host.test' }, withServer).config.mailSending.server?.from.address,
    'host@host.test',
  )
})
