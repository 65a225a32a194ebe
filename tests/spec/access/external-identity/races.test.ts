import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeConnection, changeProvider } from '../../../../plugins/sso/shared.ts'
import { changeWorkspace } from '../../../../plugins/workspaces/shared.ts'
import { startScriptedProvider } from '../../lab/providers/scripted-provider.ts'
import { addProvider, connect, openSso } from './open-sso.ts'

test('§I21 a provider that one admin disables stays disabled, whatever another one saves at the same moment', async () => {
  await using provider = await startScriptedProvider()
  await using host = await openSso(provider.address)
  const { id } = await addProvider(host, provider)
  const admin = host.as('instanceAdmin')
  const changes = [
    { isEnabled: false },
    ...Array.from({ length: 7 }, (_, at) => ({ label: `Corp ${at}`, clientSecret: `secret ${at}` })),
  ]
  await Promise.all(changes.map((change) => admin.call(changeProvider, { id, ...change })))
  assert.equal((await admin.call(changeProvider, { id, label: 'Corp' })).isEnabled, false)
})

test('§I25 of disabling single sign-on and requiring it at the same moment, one is refused', async () => {
  await using provider = await startScriptedProvider()
  await using host = await openSso(provider.address)
  await connect(host, provider)
  const owner = host.as('owner')
  await Promise.allSettled([
    owner.call(changeConnection, { isEnabled: false }),
    owner.call(changeConnection, { isRequired: true }),
  ])
  const { isEnabled, isRequired } = await owner.call(changeConnection, {})
  assert.ok(isEnabled || !isRequired, 'nobody could come in')
})

test('§I25 single sign-on is asked for only where there is one to come through', async () => {
  await using provider = await startScriptedProvider()
  await using host = await openSso(provider.address)
  const owner = host.as('owner')
  const ask = () => owner.call(changeWorkspace, { id: host.workspaces.here, requireSso: true })
  const isConflict = (error: unknown): boolean => (error as { readonly code?: unknown }).code === 'conflict'
  await assert.rejects(ask(), isConflict, 'none')
  await connect(host, provider)
  await owner.call(changeConnection, { isEnabled: false })
  await assert.rejects(ask(), isConflict, 'switched off')
  await owner.call(changeConnection, { isEnabled: true })
  assert.equal((await ask()).requireSso, true)
})
