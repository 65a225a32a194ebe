import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { OperatorSettings } from '@host/plugin/platform'
import { testDatabases } from '../db/testing/test-databases.ts'
import { labHost, type LabHost } from '../testing/lab-host.ts'
import { readFitting } from './live-config.ts'

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
  const patience = AbortSignal.timeout(4_000)
  while ((await status(second)) !== 200 && !patience.aborted) await pause(20)
  assert.equal(await status(second), 200)
  assert.equal(await status(await labHost(t, [], { environment })), 200)
})

test('a stored setting that no longer fits the environment is left out, and the others count', () => {
  const stored = { HOST_SMTP_FROM: 'host@host.test', HOST_RATE_API: '300', HOST_CORS_ORIGINS: 'nonsense' }
  const { config, problems } = readFitting({}, stored)
  assert.equal(config.rates.api, 300)
  assert.deepEqual([config.corsOrigins, config.mail], [[], undefined])
  assert.equal(problems.length, 2)
  const withServer = { HOST_SMTP_URL: 'smtp://localhost', HOST_SMTP_FROM: 'host@host.test' }
  assert.equal(readFitting({}, withServer).config.mail, undefined)
  assert.equal(
    readFitting({ HOST_PUBLIC_URL: 'https://host.test' }, withServer).config.mail?.from.address,
    'host@host.test',
  )
})
