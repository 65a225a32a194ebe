import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, Idempotency, json, type Guarded, type IdempotencyService, type ServiceToken } from '@host/plugin'
import { defineEndpoint, nothing } from '@host/plugin/wire'
import { infoOf } from '../lab/plugins.ts'
import { startSpecHost } from '../lab/spec-host.ts'

const passThrough: IdempotencyService = (next) => next

/** The two ways to opt in by hand, and the one without asking. */
function till(events: string[]) {
  const pay = defineEndpoint({ pattern: 'POST /api/x/till/typed', input: nothing, output: nothing, summary: 'Pay' })
  const look = defineEndpoint({
    pattern: 'GET /api/x/till/typed',
    input: nothing,
    output: nothing,
    summary: 'Look',
  })
  return definePlugin({
    name: 'till',
    info: infoOf('Till'),
    models: [],
    mount(mux, ctx) {
      const guarded = ctx.guard(({ orgId }) => {
        events.push('handler')
        return json(orgId.slice(0, 4))
      })
      const idempotent = ctx.lookup(Idempotency) ?? passThrough
      mux.handle('POST /api/x/till/mounted', idempotent(guarded))
      mux.handle('POST /api/x/till/lazy', (scope) => (ctx.lookup(Idempotency) ?? passThrough)(guarded)(scope))
      mux.endpoint(pay, () => void events.push('handler'))
      mux.endpoint(look, () => void events.push('handler'))
    },
  })
}

/** A service that stores nothing and records its calls. */
function watching(events: string[]): readonly [ServiceToken<unknown>, IdempotencyService] {
  const service = <Params>(next: Guarded<Params>) => {
    const wrapped = async (scope: Parameters<Guarded<Params>>[0]): Promise<Response> => {
      events.push('wrapper')
      const admitted = await next.authorize(scope.request)
      events.push('authorized')
      return await next.run(admitted)
    }
    return Object.assign(wrapped, { audience: next.audience, authorize: next.authorize, run: next.run })
  }
  return [Idempotency as ServiceToken<unknown>, service as unknown as IdempotencyService]
}

for (const way of ['mounted', 'lazy']) {
  test(`§4.17 §4.19 without the service a plugin falls back to a wrapper that does nothing (${way})`, async () => {
    const events: string[] = []
    await using host = await startSpecHost({ plugins: [till(events)] })
    const { ada } = await host.people()
    const { status, body } = await ada.post(`/api/x/till/${way}`)
    assert.deepEqual([status, body, events], [200, 'org_', ['handler']])
    assert.equal((await host.visitor().post(`/api/x/till/${way}`)).status, 401)
    assert.deepEqual(events, ['handler'])
  })

  test(`§4.16 §4.18 §4.19 the service wraps a handler from outside of the guard, which authorizes first (${way})`, async () => {
    const events: string[] = []
    await using host = await startSpecHost({ plugins: [till(events)], services: [watching(events)] })
    const { ada } = await host.people()
    events.length = 0
    assert.equal((await ada.post(`/api/x/till/${way}`)).status, 200)
    assert.deepEqual(events.splice(0), ['wrapper', 'authorized', 'handler'])
    assert.equal((await host.visitor().post(`/api/x/till/${way}`)).status, 401)
    assert.deepEqual(events, ['wrapper'])
  })
}

test('§4.16 a typed endpoint that changes something is wrapped without asking, one that reads is not', async () => {
  const events: string[] = []
  await using host = await startSpecHost({ plugins: [till(events)], services: [watching(events)] })
  const { ada } = await host.people()
  events.length = 0
  assert.equal((await ada.post('/api/x/till/typed')).status, 204)
  assert.deepEqual(events.splice(0), ['wrapper', 'authorized', 'handler'])
  assert.equal((await ada.get('/api/x/till/typed')).status, 204)
  assert.deepEqual(events, ['handler'])
})
