/** Plans on several processes: a decision counts for the very next request, and a quota is exact. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { bundledProgram } from '../../../packages/cli/src/build/testing/bundled-program.ts'
import { Product } from '../../../packages/cli/src/serve/testing/product.ts'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { secretKey } from '../lab/secret-key.ts'
import { Visitor } from '../lab/visitor.ts'

const isSoak = process.env['HOST_SOAK'] === '1'
const [email, password] = ['plans@host.test', 'tea-houses by the sea']
const origin = 'http://app.host.example'
const source = join(import.meta.dirname, '../lab/plans-main.ts')

interface Refusal {
  readonly code: string
  readonly facts: object
}

/** Starts three processes over one PostgreSQL, and signs in at each. */
async function open(t: TestContext): Promise<readonly [Visitor, Visitor, Visitor]> {
  const fresh = await testDatabases[1]?.create()
  const folder = await mkdtemp(join(tmpdir(), 'host-plans-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const env = {
    HOST_DATA: folder,
    HOST_DATABASE_URL: fresh?.url ?? '',
    HOST_SECRET_KEY: secretKey,
    HOST_PUBLIC_URL: origin,
    HOST_SHARED_HOST: 'go.host.example',
    HOST_ACCESS_LOG: 'off',
    HOST_RATE_API: '0',
    HOST_ADMIN_EMAIL: email,
    HOST_ADMIN_PASSWORD: password,
  }
  const script = await bundledProgram(source)
  const person = async (): Promise<Visitor> => {
    const product = await Product.start(t, { script, env })
    return await new Visitor(String((await product.logged('Listening'))['url']), origin).signIn(email, password)
  }
  // The first makes the tables.
  const first = await person()
  const [second, third] = await Promise.all([person(), person()])
  return [first, second, third]
}

const plan = (name: string, limits: object, more: object = {}) => ({
  name,
  title: { en: name, zh: name },
  limits,
  ...more,
})

describe('plans on several processes', () => {
  test('§7.2 §4.5 402, then 200 for the very next request on any process; of 200 at once with one use left one passes', async (t) => {
    const persons = await open(t)
    const [here, there] = persons
    const made = async (contents: object): Promise<string> => {
      const { status, body } = await here.post<{ id: string }>('/api/instance/plans', contents)
      assert.equal(status, 201, JSON.stringify(body))
      return body.id
    }
    await made(plan('free', {}, { isDefault: true }))
    const team = await made(plan('team', {}, { tiers: ['reports'] }))
    const { workspace } = (await here.get<{ workspace: { id: string } }>('/api/auth/me')).body
    const own = `/api/instance/plans/workspaces/${workspace.id}`
    const add = async (person: Visitor) =>
      await person.post<Refusal>('/api/x/links/links', { url: 'https://www.example.com/' })
    const report = async (person: Visitor) => await person.get<Refusal>('/api/x/reports/report')
    for (let round = 0; round < (isSoak ? 50 : 3); round += 1) {
      for (const person of persons) {
        const { status, body } = await report(person)
        assert.deepEqual([status, body.code], [402, 'tier_required'])
        assert.deepEqual(body.facts, {
          feature: 'reports',
          plan: 'free',
          plans: ['team'],
          planTitle: 'free',
          planTitles: ['team'],
        })
      }
      const [writer, ...readers] = [...persons.slice(round % 3), ...persons.slice(0, round % 3)]
      assert.equal((await writer?.send('PUT', own, { body: { planId: team } }))?.status, 200)
      for (const person of readers) assert.equal((await report(person)).status, 200)
      assert.equal((await writer?.send('PUT', own, { body: { planId: null } }))?.status, 200)
    }

    const { body } = await there.get<{ items: readonly { name: string; used: number }[] }>('/api/x/plans/entitlements')
    const used = body.items.find(({ name }) => name === 'links')?.used ?? 0
    const override = { limit: used + 1, note: 'One more' }
    assert.equal((await there.send('PUT', `${own}/overrides/links`, { body: override })).status, 200)
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, at) => (await add(persons[at % 3] ?? here)).status),
    )
    assert.deepEqual(new Set(answers), new Set([201, 429]))
    assert.equal(answers.filter((status) => status === 201).length, 1)

    const { items } = (await there.get<{ items: readonly { id: string }[] }>('/api/x/links/links')).body
    const explain = `/api/x/links/links/${items[0]?.id}/explain`
    const suspension = `/api/instance/workspaces/${workspace.id}/suspension`
    for (const [at, person] of persons.entries()) {
      assert.equal((await person.send('PUT', suspension, { body: { reason: `Unpaid ${at}` } })).status, 200)
      for (const each of persons) assert.deepEqual((await add(each)).body.facts, { reason: `Unpaid ${at}` })
      assert.equal((await person.post(explain, {})).status, 200, 'a question is not a change')
      assert.equal((await person.send('DELETE', suspension)).status, 204)
      for (const each of persons) assert.equal((await add(each)).status, 429)
    }
  })
})
