import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, Mail, serviceToken, type PluginContext } from '@host/plugin'
import { infoOf } from '../lab/plugins.ts'
import { assertRefused } from '../lab/refusal.ts'
import { startSpecHost } from '../lab/spec-host.ts'

const Stamp = serviceToken<() => string>('stamps.make')

function provider(name: string, token = Stamp) {
  return definePlugin({ name, info: infoOf(name), models: [], mount: (_mux, ctx) => ctx.provide(token, () => name) })
}

test('§4.20 a plugin provides services while it mounts, and not any more afterwards', async () => {
  let late: PluginContext | undefined
  const stamps = definePlugin({
    name: 'stamps',
    info: infoOf('Stamps'),
    models: [],
    mount(_mux, ctx) {
      ctx.provide(Stamp, () => 'stamped')
      late = ctx
    },
  })
  await using host = await startSpecHost({ plugins: [stamps] })
  assert.equal(host.host.lookup(Stamp)?.(), 'stamped')
  assert.throws(() => late?.provide(serviceToken<string>('stamps.late'), 'late'), /"stamps".*"stamps\.late"/)
  assert.equal(host.host.lookup(serviceToken('stamps.late')), undefined)
})

test('§4.22 a name that two plugins provide refuses the start and names both', async () => {
  await assertRefused({ plugins: [provider('one'), provider('two')] }, /"one"/, /"two"/, /"stamps\.make"/)
})

test('§4.22 a name that one plugin provides twice, or that the host provides, refuses the start', async () => {
  const twice = definePlugin({
    ...provider('twice'),
    mount(_mux, ctx) {
      ctx.provide(Stamp, () => 'once')
      ctx.provide(Stamp, () => 'twice')
    },
  })
  await assertRefused({ plugins: [twice] }, /"twice"/, /"stamps\.make"/)
  const [sessions] = [serviceToken<() => string>('core.sessions')]
  await assertRefused({ plugins: [provider('impostor', sessions)] }, /"impostor"/, /"core\.sessions"/)
})

test('§4.21 a consumer copes with the absence of a service: the product runs without mail', async () => {
  let found: unknown = 'not asked'
  const asking = definePlugin({
    name: 'asking',
    info: infoOf('Asking'),
    models: [],
    mount() {},
    start: (ctx) => void (found = ctx.lookup(Mail)),
  })
  await using host = await startSpecHost({ plugins: [asking], without: ['mail'] })
  assert.equal(found, undefined)
  assert.equal((await host.visitor().get('/readyz')).status, 200)
})
