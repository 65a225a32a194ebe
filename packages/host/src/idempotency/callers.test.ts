import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { json, noContent, roles, type Guarded, type ProblemBody } from '@host/plugin'
import fc from 'fast-check'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { instanceGuard, userGuard } from '../pipeline/admit.ts'
import { hasRightsOf } from './caller-rights.ts'
import { idempotencyService } from './idempotency-service.ts'
import { ask, openIdempotencyLab, type LabCaller } from '../../testing/idempotency/idempotency-lab.ts'

const codeOf = async (answer: Response): Promise<string> => ((await answer.json()) as ProblemBody).code

for (const product of testDatabases) {
  suite(product.dialect, () => {
    test('another member is shown an answer if they may do all that the first caller may', async () => {
      await using lab = await openIdempotencyLab(product)
      const route = (await lab.start()).route(({ userId }) => json({ for: userId }))
      const send = (key: string, as: LabCaller) => route({ key, as, body: 'b' })
      const pairs: readonly (readonly [first: LabCaller, later: LabCaller, isShown: boolean])[] = [
        [{ role: 'admin' }, { role: 'admin' }, true],
        [{ role: 'admin' }, { role: 'owner' }, true],
        [{ role: 'admin' }, { role: 'member' }, false],
        [{ scopes: ['read', 'write'] }, { scopes: ['write', 'read', 'erase'] }, true],
        [{ scopes: ['read', 'write'] }, {}, true],
        [{ scopes: ['read', 'write'] }, { scopes: ['read'] }, false],
        [{}, { scopes: ['read', 'write'] }, false],
        [{ role: 'member', scopes: [] }, { role: 'owner', scopes: [] }, true],
      ]
      for (const [place, [first, later, isShown]] of pairs.entries()) {
        await send(`k${place}`, { ...first, userId: 'usr_1' })
        const answer = await send(`k${place}`, { ...later, userId: 'usr_2' })
        if (isShown) assert.deepEqual(await answer.json(), { for: 'usr_1' })
        else assert.deepEqual([answer.status, await codeOf(answer)], [422, 'idempotency_caller_mismatch'])
      }
    })

    test('§7.7 a lesser caller learns neither the status nor whether the body was the same', async () => {
      await using lab = await openIdempotencyLab(product)
      const route = (await lab.start()).route(() => new Response(new Uint8Array(1024 * 1024 + 1)))
      await route({ key: 'k', as: { role: 'owner' }, body: 'b' })
      for (const body of ['b', 'other']) {
        const answer = await route({ key: 'k', as: {}, body })
        assert.equal(await codeOf(answer), 'idempotency_caller_mismatch')
        assert.equal(answer.headers.get('idempotency-original-status'), null)
      }
    })

    test('§4.18 a refused caller learns nothing of the store, with any key', async () => {
      await using lab = await openIdempotencyLab(product)
      const node = await lab.start()
      const route = node.route(() => noContent(), { role: 'admin' })
      await route({ key: 'known', as: { role: 'admin' } })
      await lab.query('alter table idempotency_entries rename to away')
      node.steps.length = 0
      for (const as of [null, { role: 'member' as const }]) {
        const refusals = await Promise.all(
          ['known', 'unknown', 'not a key', ''].map(async (key) => await (await route({ key, as })).text()),
        )
        assert.equal(new Set(refusals).size, 1)
        assert.match(refusals[0] ?? '', as === null ? /unauthenticated/ : /forbidden/)
      }
      assert.deepEqual(node.steps, [])
    })

    test('a handler without a guard is for members as soon as a key comes with the request', async () => {
      await using lab = await openIdempotencyLab(product)
      let runs = 0
      const { service } = await lab.start()
      const bare = service((() => json({ run: (runs += 1) })) as unknown as Guarded)
      const send = (call: Parameters<typeof ask>[1]) => ask((scope) => bare(scope), call, undefined as never)
      assert.equal((await send({ as: null })).status, 200)
      assert.equal(await codeOf(await send({ as: null, key: 'k' })), 'unauthenticated')
      assert.equal(await codeOf(await send({ as: { orgId: null }, key: 'k' })), 'no_workspace')
      for (const _ of [1, 2]) assert.deepEqual(await (await send({ key: 'k' })).json(), { run: 2 })
    })
  })
}

test('rights include themselves, and those of the included ones', () => {
  const rights = fc.record({
    role: fc.constantFrom(...roles),
    scopes: fc.option(fc.subarray(['read', 'write', 'erase']), { nil: undefined }),
  })
  fc.assert(
    fc.property(rights, rights, rights, (a, b, c) => {
      assert.ok(hasRightsOf(a, a))
      assert.ok(!(hasRightsOf(a, b) && hasRightsOf(b, c)) || hasRightsOf(a, c))
      if (hasRightsOf(a, b)) assert.ok(roles.indexOf(a.role) <= roles.indexOf(b.role))
    }),
  )
})

test('an answer for one audience is shown to no other, and to no token that may do less', () => {
  for (const role of ['user', 'instance'] as const) {
    assert.ok(hasRightsOf({ role, scopes: undefined }, { role, scopes: ['read'] }))
    assert.ok(!hasRightsOf({ role, scopes: ['read'] }, { role, scopes: undefined }))
    for (const other of ['owner', 'member'] as const) {
      assert.ok(!hasRightsOf({ role, scopes: undefined }, { role: other, scopes: undefined }))
      assert.ok(!hasRightsOf({ role: other, scopes: undefined }, { role, scopes: undefined }))
    }
  }
})

test('an endpoint without a workspace can not be atomic', () => {
  const service = idempotencyService({ answer: () => assert.fail() })
  for (const guard of [userGuard, instanceGuard]) {
    const admitted = guard({} as never)(() => noContent())
    assert.equal(service(admitted).audience, admitted.audience)
    assert.throws(() => service(admitted, { atomic: true }), {
      name: 'TypeError',
      message: /only a handler wrapped in ctx\.guard/,
    })
  }
})
