/** Declared settings at the front door of the product: masks, roles, tenants, races, and a hunt for their secrets. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as z from 'zod/mini'
import { definePlugin, defineSettings, Settings, type SettingsService } from '@host/plugin'
import { settingsMask } from '@host/plugin/platform'
import { testDatabases, type TestDatabase } from '@host/host/testing/database/test-databases'
import { editionTemplate } from '../lab/edition-template.ts'
import { invitePeople, type People } from '../lab/people.ts'
import { SecretHunt } from '../lab/secret-hunt.ts'
import { startSpecHost, type SpecHost } from '../lab/spec-host.ts'
import type { Answer, Visitor } from '../lab/visitor.ts'

const toJSONSchema = z.toJSONSchema
const Text = z._default(z.string().check(z.maxLength(400)), '')

const alerts = defineSettings({
  id: 'alerts',
  title: 'Alerts',
  schema: z.strictObject({
    address: z.optional(z.email()),
    threshold: z._default(z.int().check(z.gte(1), z.lte(100)), 10),
    channel: z._default(z.enum(['mail', 'chat']), 'mail'),
    isLoud: z._default(z.boolean(), false),
    tags: z._default(z.array(z.string().check(z.minLength(1))).check(z.maxLength(5)), []),
    // A secret whose name doesn't suggest one.
    line: Text,
    passphrase: z.optional(z.string().check(z.minLength(12))),
  }),
  secrets: ['line', 'passphrase'],
  toJSONSchema,
})
const relay = defineSettings({
  id: 'alerts-relay',
  title: 'Relay of alerts',
  schema: z.strictObject({ host: Text, password: Text }),
  secrets: ['password'],
  toJSONSchema,
})
const quiet = defineSettings({
  id: 'alerts-quiet',
  title: 'My alerts',
  schema: z.strictObject({ note: Text, code: Text }),
  secrets: ['code'],
  toJSONSchema,
})

/** The settings as the plugin itself reads them. */
let ownSettings: SettingsService | undefined

const plugin = definePlugin({
  name: 'alerts',
  info: { title: 'Alerts', description: 'Rings', icon: 'bell', category: 'Work', api: '^1' },
  models: [],
  settings: { workspace: alerts, instance: relay, user: quiet },
  i18n: { en: {}, zh: { 'settings.alerts': '提醒', 'settings.alerts.threshold': '阈值' } },
  mount(_, ctx) {
    ownSettings = ctx.lookup(Settings)
  },
})

interface Form {
  readonly title: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, { readonly label: Readonly<Record<string, string>> }>>
  readonly values: Readonly<Record<string, unknown>>
}

interface Refusal {
  readonly code: string
  readonly errors?: readonly { readonly path: string; readonly message: string }[]
}

const ours = '/api/settings/alerts'
const instances = '/api/instance/settings/alerts'
const own = '/api/user/settings/alerts'
const publicUrl = 'http://host.test'
const untouched = {
  threshold: 10,
  channel: 'mail',
  isLoud: false,
  tags: [],
  line: '',
  passphrase: '',
}

let database: TestDatabase
let host: SpecHost
let people: People
let hunt: SecretHunt

const put = (who: Visitor, path: string, body: unknown): Promise<Answer<Form & Refusal>> =>
  who.send('PUT', path, { body: { values: body } })
const valuesOf = async (who: Visitor, path = ours): Promise<Form['values']> => (await who.get<Form>(path)).body.values

for (const product of testDatabases) {
  describe(`declared settings on ${product.dialect}`, () => {
    before(async () => {
      hunt = new SecretHunt()
      database = await product.create(editionTemplate())
      host = await startSpecHost({
        at: database,
        plugins: [plugin],
        environment: { HOST_PUBLIC_URL: publicUrl, HOST_ACCESS_LOG: 'all' },
      })
      people = await invitePeople(() => hunt.visitor(host.host.url ?? '', publicUrl))
    })
    after(async () => {
      await host[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    })

    testValuesAndPermissions()
    testRefusalsAndRaces()
    testFeaturesAndSecrets()
  })
}

function testValuesAndPermissions(): void {
  test('nothing is set at first, and admins see the defaults in both languages', async () => {
    const { status, body } = await people.ben.get<Form>(ours)
    assert.equal(status, 200)
    assert.deepEqual(body.values, untouched)
    assert.deepEqual(body.title, { en: '提醒', zh: '提醒' })
    assert.deepEqual(body.fields['threshold']?.label, { en: '阈值', zh: '阈值' })
    assert.deepEqual(body.fields['isLoud']?.label, { en: 'Is loud', zh: 'Is loud' })
  })

  test('§P34 permissions: workspace settings for admins, instance settings for its admins, personal ones for their user', async () => {
    const { ada, ben, cleo, dora, eve } = people
    const anonymous = host.visitor()
    const statuses = async (path: string, whom: readonly Visitor[]): Promise<readonly number[]> =>
      await Promise.all(whom.map(async (who) => (await who.get(path)).status))
    assert.deepEqual(await statuses(ours, [ada, ben, cleo, eve, anonymous]), [200, 200, 403, 403, 401])
    assert.deepEqual(await statuses(instances, [ada, ben, dora, anonymous]), [200, 403, 403, 401])
    assert.deepEqual(await statuses(own, [ada, cleo, eve, anonymous]), [200, 200, 200, 401])
    assert.deepEqual(
      [(await put(cleo, ours, {})).status, (await put(ben, instances, {})).status, (await put(dora, ours, {})).status],
      [403, 403, 200],
    )
    assert.deepEqual(
      [(await ben.get('/api/settings/nothing')).status, (await ben.get('/api/settings/views')).status],
      [404, 404],
    )
  })

  test('§P33 a secret is a mask; the mask keeps it, another text takes its place, an empty one takes it away', async () => {
    const { ben } = people
    const first = hunt.plant('first key', 'first-key-of-the-alerts')
    const second = hunt.plant('second key', 'second-key-of-the-alerts')
    const saved = await put(ben, ours, { ...untouched, line: first, threshold: 20 })
    assert.deepEqual([saved.status, saved.body.values['line']], [200, settingsMask])
    const orgId = await workspaceOf(ben)
    const seen = async (): Promise<string> => (await ownSettings!.workspace(alerts, orgId)).line
    assert.equal(await seen(), first)
    await put(ben, ours, { ...(await valuesOf(ben)), threshold: 30 })
    assert.deepEqual([await seen(), (await valuesOf(ben))['threshold']], [first, 30])
    await put(ben, ours, { ...(await valuesOf(ben)), line: second })
    assert.equal(await seen(), second)
    await put(ben, ours, { ...(await valuesOf(ben)), line: '' })
    assert.deepEqual([await seen(), (await valuesOf(ben))['line']], ['', ''])
    // A mask of nothing is nothing.
    await put(ben, ours, { ...untouched, line: settingsMask })
    assert.equal(await seen(), '')
  })

  test('another workspace has its own, and another person too', async () => {
    const { ben, cleo, dora, eve } = people
    await put(ben, ours, {
      ...untouched,
      tags: ['ours'],
      line: hunt.plant('our key', 'key-of-our-workspace'),
    })
    assert.deepEqual(await valuesOf(dora), untouched)
    await put(cleo, own, { note: 'mine', code: hunt.plant('pin', 'pin-of-one-person') })
    assert.deepEqual(await valuesOf(cleo, own), { note: 'mine', code: settingsMask })
    assert.deepEqual(await valuesOf(eve, own), { note: '', code: '' })
  })
}

function testRefusalsAndRaces(): void {
  test('§P32 every wrong field is named by its path, in the reader’s language, and nothing is written', async () => {
    const { ben } = people
    const present = await valuesOf(ben)
    const wrong = { ...present, threshold: 0, channel: 'fax', tags: ['a', ''], passphrase: 'short', colour: 'red' }
    const refuse = async (language: string) =>
      (await ben.send<Refusal>('PUT', ours, { body: { values: wrong }, headers: { 'accept-language': language } })).body
    const [english, chinese] = [await refuse('en'), await refuse('zh')]
    assert.equal(english.code, 'invalid_input')
    assert.deepEqual(english.errors?.map(({ path }) => path).toSorted(), [
      'channel',
      'colour',
      'passphrase',
      'tags.1',
      'threshold',
    ])
    const said = ({ errors = [] }: Refusal, field: string) => errors.find(({ path }) => path === field)?.message
    assert.equal(said(english, 'threshold'), 'Must be at least 1.')
    assert.equal(said(chinese, 'threshold'), '此项不能小于 1。')
    assert.equal(said(chinese, 'colour'), '此处没有该属性。')
    assert.deepEqual(await valuesOf(ben), present)
  })

  test('hostile JSON is refused, and does nothing', async () => {
    const { ben } = people
    const deep = '['.repeat(5_000) + ']'.repeat(5_000)
    const raw = async (values: string): Promise<number> =>
      (
        await fetch(new URL(ours, host.host.url), {
          method: 'PUT',
          body: `{"values":${values}}`,
          headers: { ...ben.standing, origin: publicUrl, 'content-type': 'application/json' },
        })
      ).status
    for (const [body, status] of [
      ['{"__proto__":{"threshold":5}}', 400],
      ['{"constructor":{"prototype":{"isLoud":true}}}', 400],
      [`{"tags":${deep}}`, 400],
      ['{"line":{"toString":"x"}}', 400],
      ['{"line":"half \\ud800"}', 400],
      ['{"line":"nul \\u0000"}', 400],
      ['[]', 400],
      ['null', 400],
      ['"text"', 400],
      ['{', 400],
      [JSON.stringify({ line: 'x'.repeat(70_000) }), 413],
    ] as const) {
      assert.equal(await raw(body), status, body.slice(0, 60))
    }
    assert.equal(({} as Readonly<Record<string, unknown>>)['threshold'], undefined)
  })

  test('§P32 of two saves at once the last one counts whole, and a secret of the one is not mixed into the other', async () => {
    const { ben } = people
    await put(ben, ours, untouched)
    for (let round = 0; round < 5; round++) {
      const [key, phrase] = [`raced-key-number-${round}`, `raced-phrase-number-${round}`]
      const base = await valuesOf(ben)
      const answers = await Promise.all([
        put(ben, ours, { ...base, tags: ['key'], line: key }),
        put(ben, ours, { ...base, tags: ['phrase'], line: settingsMask, passphrase: phrase }),
      ])
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200],
      )
      const now = await ownSettings!.workspace(alerts, await workspaceOf(ben))
      // The last writer's mask kept the stored value: the key of the first, or the phrase of the round before.
      if (now.tags[0] === 'phrase') assert.deepEqual([now.line, now.passphrase], [key, phrase])
      else assert.equal(now.line, key)
    }
  })
}

function testFeaturesAndSecrets(): void {
  test('settings disappear with their feature, and return with it', async () => {
    const { ada, ben, dora } = people
    const set = { ...untouched, threshold: 42 }
    await put(ben, ours, set)
    const isListed = async (who: Visitor): Promise<boolean> =>
      (await who.get<{ items: readonly { plugin: string }[] }>('/api/settings')).body.items.some(
        ({ plugin: name }) => name === 'alerts',
      )
    const menus = async (who: Visitor): Promise<readonly string[]> =>
      (await who.get<readonly { path: string }[]>('/api/menus')).body
        .map(({ path }) => path)
        .filter((path) => path.startsWith('/settings/alerts'))
    assert.deepEqual([await isListed(ben), await menus(ben)], [true, ['/settings/alerts', '/settings/alerts-quiet']])
    assert.deepEqual(await menus(people.cleo), await menus(ben), 'a role takes no menu away')
    await ada.send('PUT', '/api/features/alerts', { body: { enabled: false } })
    assert.deepEqual([(await ben.get(ours)).status, (await put(ben, ours, set)).status], [404, 404])
    assert.deepEqual([await isListed(ben), await menus(ben), await isListed(dora)], [false, [], true])
    await ada.send('PUT', '/api/features/alerts', { body: { enabled: true } })
    assert.equal((await valuesOf(ben))['threshold'], 42)
  })

  test('the audit log has the changes, of secrets only their names; of personal settings only the fact', async () => {
    const { ada, ben, cleo } = people
    await put(ben, ours, untouched)
    await put(ben, ours, {
      ...untouched,
      threshold: 7,
      line: hunt.plant('told key', 'key-that-is-not-told'),
    })
    await put(ada, instances, {
      host: 'mail.test',
      password: hunt.plant('relay', 'password-of-the-relay'),
    })
    await put(cleo, own, { note: 'only mine', code: '' })
    const last = async (path: string) => {
      const { items } = (await ada.get<{ items: readonly { id: string }[] }>(`${path}?action=settings.changed`)).body
      const entry = `${path.replace(/\/entries$/, '')}/entries/${items[0]?.id}`
      return (await ada.get<Readonly<Record<string, unknown>>>(entry)).body
    }
    const ofWorkspace = await last('/api/audit')
    assert.equal(ofWorkspace['target'], 'plugin:alerts')
    assert.deepEqual(ofWorkspace['before'], { threshold: 10, line: null })
    assert.deepEqual(ofWorkspace['after'], { threshold: 7, line: '[secret]' })
    const ofPerson = await last('/api/instance/audit')
    assert.deepEqual([ofPerson['before'], ofPerson['after']], [null, null])
    const kept = (await put(ben, ours, await valuesOf(ben))).status
    assert.deepEqual([kept, (await last('/api/audit'))['id']], [200, ofWorkspace['id']])
  })

  test('§P33 a secret never leaves in clear: not in the database, an answer, a log line, an audit entry or an export', async () => {
    const { ada } = people
    const orgId = await workspaceOf(ada)
    const read = async (path: string): Promise<string> => JSON.stringify((await ada.get(path)).body)
    const exported = await read(`/api/workspaces/${orgId}/export`)
    assert.ok(exported.includes('"host_settings"') && exported.includes('"threshold":7'))
    const texts = {
      log: JSON.stringify(host.log),
      export: exported,
      audit: await read('/api/audit/export?format=json'),
    }
    assert.deepEqual(await hunt.finds(database, texts), [])
    assert.ok(hunt.size.secrets >= 6)
  })
}

async function workspaceOf(who: Visitor): Promise<string> {
  return (await who.get<{ workspace: { id: string } }>('/api/auth/me')).body.workspace.id
}
