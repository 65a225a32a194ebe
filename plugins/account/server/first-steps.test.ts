import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem, type PluginContext } from '@host/plugin'
import { firstSteps } from './first-steps.ts'

const request = new Request('https://host.test/api/checklist')
const none = { totp: { isOn: false }, passkeys: [] }

function asked(read: () => Promise<object>) {
  const ctx = { lookup: () => ({ read }) } as unknown as Pick<PluginContext, 'lookup'>
  return firstSteps({ request, language: 'en' }, ctx)
}

const doneOf = async (state: object) => (await asked(async () => state)).map(({ done }) => done)

test('§I19 the first step of everyone is a second factor, and it is done with an app or a passkey', async () => {
  assert.deepEqual(await doneOf(none), [false])
  assert.deepEqual(await doneOf({ ...none, totp: { isOn: true } }), [true])
  assert.deepEqual(await doneOf({ ...none, passkeys: [{}] }), [true])
  const [step] = await asked(async () => none)
  assert.equal(step?.path, '/settings/security')
})

test('an API token, which has no factors, has no such step, and a fault is not hidden', async () => {
  assert.deepEqual(await asked(() => Promise.reject(new Problem('unauthenticated'))), [])
  await assert.rejects(
    asked(() => Promise.reject(new Error('The database is away'))),
    /The database is away/,
  )
})
