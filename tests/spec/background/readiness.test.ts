/** Conditions of a well-run instance, which plugins add to. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, type AnyPlugin, type ReadinessItem } from '@host/plugin'
import { createTestHost, type TestClient } from '@host/testing'
import {
  changeOperatorSettings,
  confirmKeyCopy,
  readReadiness,
  sendTestEmail,
} from '../../../plugins/instance/shared.ts'
import { plugin as instance } from '../../../plugins/instance/server/index.ts'
import { plugin as smtp } from '../../../plugins/smtp/server/index.ts'
import { startMailServer } from '../lab/mail-server.ts'

function checking(name: string, readiness: NonNullable<AnyPlugin['readiness']>): AnyPlugin {
  return definePlugin({
    name,
    info: { title: `Plugin ${name}`, description: 'Checks', icon: 'box', category: 'Work', api: '^1' },
    models: [],
    readiness,
    mount: () => undefined,
  })
}

async function states(admin: TestClient): Promise<Readonly<Record<string, string>>> {
  const { items } = await admin.call(readReadiness)
  return Object.fromEntries(items.map(({ plugin, id, state }) => [`${plugin}/${id}`, state]))
}

test('§P104 a condition is open until it is fixed: mail is tested, the key copied, and a change of either opens it again', async () => {
  await using host = await createTestHost({
    plugins: [instance, smtp],
    environment: { HOST_PUBLIC_URL: 'http://host.test' },
  })
  await using server = await startMailServer()
  const admin = host.as('instanceAdmin')
  assert.deepEqual(await states(admin), {
    'instance/public-url': 'warn',
    'instance/mail': 'warn',
    'instance/key-copy': 'warn',
    'instance/admin-factors': 'warn',
    'instance/plugins': 'ok',
  })
  const url = `smtp://127.0.0.1:${server.port}?tls=off`
  await admin.call(changeOperatorSettings, { HOST_SMTP_URL: url, HOST_SMTP_FROM: 'host@host.test' })
  assert.equal((await states(admin))['instance/mail'], 'unknown')
  await admin.call(sendTestEmail)
  assert.equal((await states(admin))['instance/mail'], 'ok')
  await admin.call(changeOperatorSettings, { HOST_SMTP_URL: 'smtp://127.0.0.1:1?tls=off' })
  assert.equal((await states(admin))['instance/mail'], 'unknown')
  await admin.call(sendTestEmail)
  assert.equal((await states(admin))['instance/mail'], 'fail')
  const { keyName } = await admin.call(readReadiness)
  assert.match(keyName ?? '', /^root_[0-9a-f]{24}$/)
  await assert.rejects(admin.call(confirmKeyCopy, { keyName: 'root_of_another_time' }), { code: 'conflict' })
  await admin.call(confirmKeyCopy, { keyName: keyName ?? '' })
  assert.equal((await states(admin))['instance/key-copy'], 'ok')
})

test('§P104 plugins add conditions; one that throws, answers nonsense or hangs is not checked, and the others are', async () => {
  const item: ReadinessItem = { id: 'tls', title: 'Certificate', state: 'fail', fix: 'Renew it.', path: '/settings' }
  const faulty: readonly AnyPlugin[] = [
    checking('throws', () => assert.fail('planted')),
    checking('lies', () => [{ ...item, state: 'great' as 'ok' }]),
    checking('leads-away', () => [{ ...item, path: '//evil.test' }]),
    checking('hangs', () => Promise.withResolvers<never>().promise),
  ]
  const steady = checking('steady', (_, language) => [{ ...item, title: { en: 'Certificate', zh: '证书' }[language] }])
  await using host = await createTestHost({ plugins: [instance, steady, ...faulty] })
  const admin = host.as('instanceAdmin')
  const answer = await admin.get('/api/instance/readiness', { headers: { 'accept-language': 'zh' } })
  const { items } = (await answer.json()) as { items: readonly (ReadinessItem & { readonly plugin: string })[] }
  assert.deepEqual(
    items.find(({ plugin }) => plugin === 'steady'),
    { ...item, plugin: 'steady', title: '证书' },
  )
  const unknown = items.filter(({ state }) => state === 'unknown').map(({ plugin, id }) => `${plugin} ${id}`)
  assert.deepEqual(unknown.toSorted(), faulty.map(({ name }) => `${name} unchecked`).toSorted())
  assert.equal((await host.as('owner').get('/api/instance/readiness')).status, 403)
})
