import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import * as z from 'zod/mini'
import { definePlugin, defineSettings, type SettingsSection } from '@host/plugin'
import { settingsMask } from '@host/plugin/platform'
import { register } from '../plugins/register.ts'
import { preflight } from '../plugins/preflight/preflight.ts'
import { DataAccess } from '../database/data-access.ts'
import type { Database } from '../database/database.ts'
import { JoiningTransactor } from '../database/joining-transactor.ts'
import { migrate } from '../database/migrate/migrate.ts'
import {
  securedPostgres,
  testDatabases,
  type TestDatabase,
  type TestDatabaseProduct,
} from '../../testing/database/test-databases.ts'
import { openLabVault } from '../../testing/security/encryption/lab-vault.ts'
import { newSecretKey } from '../security/encryption/secret-key.ts'
import type { Vault } from '../security/encryption/vault.ts'
import type { DomainChange } from '../domain-changes/domain-change.ts'
import { createSettings, type HostSettings } from './create-settings.ts'
import { settingsModels } from './models.ts'
import { SettingsStore } from './settings-store.ts'

const [sqlite] = testDatabases as readonly [TestDatabaseProduct, TestDatabaseProduct]
const toJSONSchema = z.toJSONSchema
const text = z._default(z.string(), '')
const info = { title: 'T', description: 'D', icon: 'bell', category: 'Work', api: '^1' } as const
const here = { kind: 'workspace', orgId: 'org_here' } as const
const there = { kind: 'workspace', orgId: 'org_there' } as const

const alerts = defineSettings({
  id: 'alerts',
  title: 'Alerts',
  schema: z.strictObject({ days: z._default(z.int().check(z.gte(1)), 7), note: text, key: text, other: text }),
  secrets: ['key', 'other'],
  toJSONSchema,
})
/** The next version of them: a field that fits no more, one that became a secret, one that is none any more. */
const changed = defineSettings({
  id: 'alerts',
  title: 'Alerts',
  schema: z.strictObject({
    days: z._default(z.enum(['few', 'many']), 'few'),
    note: text,
    key: text,
    more: z.optional(z.int()),
  }),
  secrets: ['note'],
  toJSONSchema,
})

for (const { name: product, create } of [sqlite, securedPostgres]) {
  describe(`settings on ${product}`, () => {
    let fresh: TestDatabase
    let database: Database
    let vault: Vault
    const changes: DomainChange[] = []

    before(async () => {
      fresh = await create()
      ;({ database, vault } = await openLabVault(fresh, { keys: [newSecretKey()] }))
      await migrate(database, [{ name: 'host', models: settingsModels }])
    })
    after(() => fresh[Symbol.asyncDispose]())

    const settingsOf = (
      section: SettingsSection,
      plugin = 'alerts',
      kinds: readonly ('workspace' | 'instance' | 'user')[] = ['workspace'],
    ): HostSettings => {
      const settings = Object.fromEntries(kinds.map((kind) => [kind, section]))
      const definition = definePlugin({ name: plugin, info, models: [], settings, mount() {} })
      const { plugins } = register([{ plugin: definition, version: '1.0.0', outOfTree: false }], () => undefined)
      const data = new DataAccess({
        database,
        owners: [{ name: 'host', models: settingsModels }],
        onDoor: () => undefined,
      })
      return createSettings({
        store: new SettingsStore(data.forHost(settingsModels, new JoiningTransactor(database)), Date.now),
        vault,
        recorder: { record: async (change) => void changes.push(change) },
        plugins,
        isEnabled: () => true,
      })
    }
    const run = async (sql: string) =>
      (await database.run({ sql, parameters: [], writes: !sql.startsWith('select') })).rows

    test('a secret opens for its own field of its own owner and plugin, and nowhere else', async () => {
      const ours = settingsOf(alerts)
      await ours.declared.save('alerts', here, { key: 'a secret of here' })
      await ours.declared.save('alerts', there, { key: 'a secret of there' })
      const [row] = await run(`select sealed from host_settings where org_id = 'org_here'`)
      const sealed = (row?.['sealed'] ?? {}) as Readonly<Record<string, string>>
      const put = (into: object, where: string) =>
        run(`update host_settings set sealed = '${JSON.stringify(into)}' where ${where}`)
      await put(sealed, `org_id = 'org_there'`)
      await assert.rejects(() => ours.serviceOf('alerts').workspace(alerts, 'org_there'), { name: 'SealBroken' })
      // On its page it stands as not set, so that it can be written again.
      assert.equal((await ours.declared.read('alerts', there)).values['key'], '')
      await put({ other: sealed['key'] }, `org_id = 'org_here'`)
      await assert.rejects(() => ours.serviceOf('alerts').workspace(alerts, 'org_here'), { name: 'SealBroken' })
      await put(sealed, `org_id = 'org_here'`)
      assert.equal((await ours.serviceOf('alerts').workspace(alerts, 'org_here')).key, 'a secret of here')
      await ours.declared.save('alerts', there, { key: 'written anew' })
      assert.equal((await ours.serviceOf('alerts').workspace(alerts, 'org_there')).key, 'written anew')
    })

    test('a value that a newer schema refuses has its default, field by field, and is lost only when it is saved', async () => {
      const [old, next] = [settingsOf(alerts), settingsOf(changed)]
      await old.declared.save('alerts', here, { days: 30, note: 'kept', key: 'was a secret', other: 'gone' })
      assert.deepEqual(await next.serviceOf('alerts').workspace(changed, 'org_here'), {
        days: 'few',
        note: 'kept',
        key: '',
      })
      assert.deepEqual((await next.declared.read('alerts', here)).values, { days: 'few', note: settingsMask, key: '' })
      assert.equal((await old.serviceOf('alerts').workspace(alerts, 'org_here')).key, 'was a secret')
      await next.declared.save('alerts', here, { days: 'many', note: settingsMask, key: 'plain now' })
      assert.deepEqual(await next.serviceOf('alerts').workspace(changed, 'org_here'), {
        days: 'many',
        note: 'kept',
        key: 'plain now',
      })
      const [row] = await run(`select plain from host_settings where org_id = 'org_here'`)
      assert.ok(!JSON.stringify(row).includes('kept'))
    })

    test('§P34 a plugin reads its own declared settings and no others', async () => {
      const { serviceOf } = settingsOf(alerts)
      const anonymous = defineSettings({ id: 'else', title: 'Else', schema: z.strictObject({}), toJSONSchema })
      await assert.rejects(
        () => serviceOf('alerts').workspace(anonymous, 'org_here'),
        /doesn't declare the workspace settings "else"/,
      )
      await assert.rejects(() => serviceOf('alerts').instance(alerts), /doesn't declare the instance settings/)
      await assert.rejects(() => serviceOf('other').workspace(alerts, 'org_here'), /"other" doesn't declare/)
      await assert.rejects(() => serviceOf('alerts').workspace(alerts, ''), TypeError)
    })

    test('inside of a transaction they are read as a part of it, those of the instance and of people in one of a workspace too', async () => {
      const { declared, serviceOf } = settingsOf(alerts, 'alerts', ['workspace', 'instance', 'user'])
      const somebody = { kind: 'user', userId: 'usr_somebody' } as const
      for (const owner of [there, { kind: 'instance' }, somebody] as const) {
        await declared.save('alerts', owner, { days: 9, key: `of the ${owner.kind}` })
      }
      const { workspace, instance, user } = serviceOf('alerts')
      const read = async (): Promise<readonly string[]> =>
        (await Promise.all([workspace(alerts, 'org_there'), instance(alerts), user(alerts, somebody.userId)])).map(
          ({ key }) => key,
        )
      for (const tenant of [undefined, 'org_there']) {
        assert.deepEqual(await database.transaction(read, { tenant }), [
          'of the workspace',
          'of the instance',
          'of the user',
        ])
      }
    })

    test('saved values are read back, for sections of every kind of field', async () => {
      let round = 0
      await fc.assert(
        fc.asyncProperty(sections, async ({ section, values }) => {
          const plugin = `plugin-${round++}`
          const { declared, serviceOf } = settingsOf(section, plugin)
          const form = await declared.save(plugin, here, values)
          assert.deepEqual(await serviceOf(plugin).workspace(section, 'org_here'), values)
          for (const field of section.secrets ?? []) {
            assert.equal(form.values[field], values[field] === '' ? '' : settingsMask)
          }
          // The form sent back as it came changes nothing.
          await declared.save(plugin, here, form.values)
          assert.deepEqual(await serviceOf(plugin).workspace(section, 'org_here'), values)
        }),
        { numRuns: process.env['HOST_SOAK'] === '1' ? 2_000 : 40 },
      )
    })
  })
}

/** Parts of a section: a schema with its own default, and a valid value. */
const kinds = [
  [() => text, fc.string()],
  [() => z._default(z.int(), 0), fc.maxSafeInteger()],
  [() => z._default(z.number(), 0), fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)],
  [() => z._default(z.boolean(), false), fc.boolean()],
  [() => z._default(z.enum(['one', 'two']), 'one'), fc.constantFrom('one', 'two')],
  [() => z._default(z.array(z.string()), []), fc.array(fc.string(), { maxLength: 5 })],
  [() => z._default(z.nullable(z.string()), null), fc.option(fc.string(), { nil: null })],
] as const

const valuesOf = (kind: number): fc.Arbitrary<unknown> => (kinds[kind] ?? kinds[0])[1]
const storable = (value: unknown): boolean => {
  const json = JSON.stringify(value)
  return !/\\u(?:0000|d[89a-f])/i.test(json) && !json.includes(settingsMask) && !Object.is(value, -0)
}

const field = fc.integer({ min: 0, max: kinds.length - 1 }).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    value: valuesOf(kind).filter(storable),
    isSecret: fc.boolean().map((yes) => yes && kind === 0),
  }),
)
const names = fc.stringMatching(/^[a-z][a-zA-Z0-9_]{0,8}$/).filter((name) => !(name in {}))

const sections = fc.dictionary(names, field, { maxKeys: 8 }).map((fields) => {
  const parts = Object.entries(fields)
  const shape = Object.fromEntries(parts.map(([name, { kind }]) => [name, kinds[kind]?.[0]() ?? text]))
  const secrets = parts.filter(([, { isSecret }]) => isSecret).map(([name]) => name)
  const section: SettingsSection = defineSettings({
    id: 'any',
    title: 'Any',
    schema: z.strictObject(shape),
    secrets,
    toJSONSchema,
  })
  return {
    section,
    values: Object.fromEntries(parts.map(([name, { value }]) => [name, value])) as Record<string, unknown>,
  }
})

const fail = (): never => {
  throw new Error('planted')
}

describe('sections refused at the start', () => {
  const problemsOf = (...declared: readonly object[]) => {
    const entries = declared.map((settings, place) => ({
      plugin: definePlugin({ name: `plugin-${place}`, info, models: [], settings: settings as never, mount() {} }),
      version: '1.0.0',
      outOfTree: false,
    }))
    return preflight(register(entries, () => undefined).plugins)
  }
  const section = (shape: object, more: object = {}) =>
    defineSettings({ id: 'some', title: 'Some', schema: z.strictObject(shape as never), toJSONSchema, ...more })

  test('two sections of one id, whosever they are', () => {
    const [first = ''] = problemsOf({ workspace: alerts }, { instance: alerts })
    assert.match(first, /Plugins "plugin-0" and "plugin-1" have two settings sections with the id "alerts"/)
  })

  for (const [what, declared, expected] of [
    ['an id that is not an address', section({}, { id: 'Some Id' }), /id must be lowercase letters/],
    ['a field that has to be there', section({ must: z.string() }), /requires a value for "must"/],
    [
      'a field that no form shows',
      section({ deep: z.optional(z.strictObject({ a: z.string() })) }),
      /"deep" that no form can show/,
    ],
    ['a field whose name is a path', section({ 'a.b': text }), /field "a\.b" whose name no form can store/],
    ['a field that everything has', section({ constructor: text }), /"constructor"/],
    ['a secret without a field', section({}, { secrets: ['key'] }), /secret "key" that has no matching field/],
    [
      'a secret that is a number',
      section({ pin: z._default(z.int(), 0) }, { secrets: ['pin'] }),
      /"pin" that is not a string/,
    ],
    [
      'a secret that everybody knows',
      section({ key: z._default(z.string(), 'dev') }, { secrets: ['key'] }),
      /readable default/,
    ],
    ['a schema that no form can be made of', { ...section({}), jsonSchema: fail }, /can't be read: planted/],
    [
      'a schema that waits',
      section({ name: z._default(z.string(), 'a').check(z.refine(async () => true)) }),
      /is asynchronous|use a synchronous schema/,
    ],
  ] as const) {
    test(what, () => {
      const problems = problemsOf({ workspace: declared })
      assert.ok(
        problems.some((problem) => expected.test(problem)),
        problems.join('\n'),
      )
    })
  }
})
