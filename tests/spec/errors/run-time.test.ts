import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, json, Problem, type ProblemBody } from '@host/plugin'
import { defineEndpoint, nothing } from '@host/plugin/wire'
import { switchFeature } from '../lab/features.ts'
import { infoOf } from '../lab/plugins.ts'
import { startSpecHost } from '../lab/spec-host.ts'
import type { Answer, Visitor } from '../lab/visitor.ts'

/** Every way in which a route can refuse, and the runs of its handlers. */
function vault(runs: string[]) {
  const typed = defineEndpoint({
    pattern: 'POST /api/x/vault/typed',
    input: nothing,
    output: nothing,
    summary: 'Open',
    role: 'owner',
  })
  return definePlugin({
    name: 'vault',
    info: infoOf('Vault'),
    models: [],
    mount(mux, ctx) {
      const open = () => {
        runs.push('open')
        return json('open')
      }
      mux.handle('GET /api/x/vault/guarded', ctx.guard(open))
      mux.handle('GET /api/x/vault/owner', ctx.guard(open, { role: 'owner' }))
      mux.handle('GET /api/x/vault/tier', ctx.guard(open, { tier: 'gold' }))
      mux.handle(
        'GET /api/x/vault/entitled',
        ctx.guard(() => {
          throw new Problem('tier_required', { detail: 'This takes the add-on "safe".' })
        }),
      )
      mux.handle('GET /api/x/vault/broken', () => {
        throw new Error('select secret from vault')
      })
      mux.endpoint(typed, open as never)
    },
  })
}

async function assertProblem(answer: Promise<Answer>, status: number, code: string): Promise<ProblemBody> {
  const { status: actual, headers, body } = await answer
  const problem = body as ProblemBody
  assert.deepEqual([actual, problem.code, problem.status], [status, code, status])
  assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/)
  assert.equal(problem.requestId, headers.get('x-request-id'))
  for (const text of [problem.title, problem.nextStep]) assert.match(text, /\S{2}/)
  return problem
}

test('§7.1 a guarded route without valid authentication is 401 by itself, before anything else is looked at', async () => {
  const runs: string[] = []
  await using host = await startSpecHost({ plugins: [vault(runs)] })
  const anonymous = host.visitor()
  for (const path of ['guarded', 'owner', 'tier', 'entitled']) {
    await assertProblem(anonymous.get(`/api/x/vault/${path}`), 401, 'unauthenticated')
  }
  await assertProblem(anonymous.post('/api/x/vault/typed', { unknown: 1 }), 401, 'unauthenticated')
  assert.deepEqual(runs, [])
})

test('§7.2 a workspace without the tier or entitlement is answered 402', async () => {
  const runs: string[] = []
  await using host = await startSpecHost({ plugins: [vault(runs)] })
  const { ada } = await host.people()
  assert.match((await assertProblem(ada.get('/api/x/vault/tier'), 402, 'tier_required')).detail ?? '', /"gold"/)
  assert.match((await assertProblem(ada.get('/api/x/vault/entitled'), 402, 'tier_required')).detail ?? '', /"safe"/)
  assert.deepEqual(runs, [])
})

test('§7.3 a role that is too low is answered 403, with the required one', async () => {
  const runs: string[] = []
  await using host = await startSpecHost({ plugins: [vault(runs)] })
  const { ben, cleo, eve } = await host.people()
  for (const person of [ben, cleo]) {
    assert.match((await assertProblem(person.get('/api/x/vault/owner'), 403, 'forbidden')).detail ?? '', /"owner"/)
    await assertProblem(person.post('/api/x/vault/typed'), 403, 'forbidden')
  }
  await assertProblem(eve.get('/api/x/vault/guarded'), 403, 'no_workspace')
  assert.deepEqual(runs, [])
})

test('§7.4 a feature that is off and a plugin that is not there are answered 404, before any handler', async () => {
  const runs: string[] = []
  await using host = await startSpecHost({ plugins: [vault(runs)] })
  const { ada, cleo } = await host.people()
  await switchFeature(ada, 'vault', false)
  for (const path of ['guarded', 'owner', 'tier', 'entitled', 'broken']) {
    await assertProblem(ada.get(`/api/x/vault/${path}`), 404, 'feature_disabled')
    await assertProblem(cleo.get(`/api/x/vault/${path}`), 404, 'feature_disabled')
  }
  await assertProblem(ada.get('/api/x/cellar/guarded'), 404, 'not_found')
  await assertProblem(host.visitor().get('/api/x/cellar/guarded'), 404, 'not_found')
  assert.deepEqual(runs, [])
})

test("§4.42 an error has cause and next step in the reader's language, and never internals", async () => {
  await using host = await startSpecHost({ plugins: [vault([])] })
  const { ada } = await host.people()
  const broken = await assertProblem(ada.get('/api/x/vault/broken'), 500, 'internal')
  assert.doesNotMatch(JSON.stringify(broken), /secret|vault|Error|\.ts/)
  const logged = host.log.filter((line) => line['requestId'] === broken.requestId)
  assert.match(JSON.stringify(logged), /select secret from vault/)
  const inChinese = async (visitor: Visitor, path: string): Promise<ProblemBody> =>
    (await visitor.get<ProblemBody>(path, { 'accept-language': 'zh-CN' })).body
  for (const path of ['/api/x/vault/broken', '/api/x/vault/tier', '/api/x/nothing/here']) {
    const { title, nextStep } = await inChinese(ada, path)
    for (const text of [title, nextStep]) assert.match(text, /\p{Script=Han}.*[\p{Script=Han}。]$/u)
  }
})
