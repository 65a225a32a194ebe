import assert from 'node:assert/strict'
import { test } from 'node:test'
import { column, mirror, model, type AnyModel, type Column, type Migration } from '@host/plugin'
import { checkModels } from './check-models.ts'

const host = {
  name: 'host',
  models: [
    model('users', { id: column.id('usr'), email: column.text({ nullable: true }), admin: column.boolean() }),
    model('memberships', { id: column.id('mem'), org_id: column.org(), user_id: column.text() }),
  ],
}

const plugin = (name: string, ...models: readonly AnyModel[]) => ({ name, models })
const problemsOf = (...owners: { name: string; models: readonly AnyModel[]; migrations?: readonly Migration[] }[]) =>
  checkModels([host, ...owners])

/** One wrong model, with its expected sentence. */
const foreign = model('other_b', { id: column.id('y'), org_id: column.org() })
const workspaceColumns = { id: column.id('x'), org_id: column.org() }

const faults: readonly [string, AnyModel, RegExp][] = [
  [
    'a table without the prefix',
    model('tables', { id: column.id('x') }),
    /my-notes: the table "tables" must start with "my_notes_"/,
  ],
  [
    'a reference to a table of another plugin',
    model('my_notes_a', { ...workspaceColumns, b_id: column.reference(foreign, { onDelete: 'cascade' }) }),
    /"my_notes_a.b_id" refers to "other_b", which is not a model of the same plugin/,
  ],
  [
    'a reference of a table of the instance',
    model('my_notes_a', { id: column.id('x'), a_id: column.reference('self', { onDelete: 'null' }) }),
    /refers to "my_notes_a", so both tables need org_id/,
  ],
  [
    'a reference that can not be null',
    model('my_notes_a', {
      ...workspaceColumns,
      a_id: column.reference('self', { onDelete: 'null', nullable: false } as never),
    }),
    /has onDelete: 'null', so it must be nullable/,
  ],
  [
    'a chain of rows that could be too long to erase',
    model('my_notes_a', { ...workspaceColumns, a_id: column.reference('self', { onDelete: 'cascade' }) }),
    /the column "my_notes_a.a_id" deletes rows of its own table, .* make it nullable/,
  ],
  [
    'a reference that keeps its own table from being erased',
    model('my_notes_a', { ...workspaceColumns, a_id: column.reference('self', { onDelete: 'restrict' }) }),
    /restricts the deletion of a row that may refer back to it/,
  ],
  [
    'a blob of a table of the instance',
    model('my_notes_a', { id: column.id('x'), file: column.blob() }),
    /"my_notes_a.file" owns a blob, so its table needs the column org_id/,
  ],
  ['a table in other letters', model('my_notes_A', { id: column.id('x') }), /"my_notes_A" needs a snake_case name/],
  ['a table name over 63 bytes', model(`my_notes_${'a'.repeat(60)}`, { id: column.id('x') }), /at most 63/],
  ['a table without columns', model('my_notes_a', {}), /"my_notes_a" has no columns/],
  [
    'a column name over 63 bytes',
    model('my_notes_a', { ['a'.repeat(64)]: column.text() }),
    /needs a snake_case name of at most 63/,
  ],
  [
    'an unknown kind',
    model('my_notes_a', { price: { kind: 'money', nullable: false } as unknown as Column }),
    /"my_notes_a.price" is of the unknown kind "money"/,
  ],
  [
    'an inherited word as a kind',
    model('my_notes_a', { price: { kind: 'constructor', nullable: false } as unknown as Column }),
    /unknown kind/,
  ],
  [
    'a label of something else than text',
    model('my_notes_a', { id: column.id('x'), org_id: column.org(), n: column.integer() }, { label: 'n' }),
    /label of the table "my_notes_a" names "n", which is not a text column/,
  ],
  [
    'a label that is a secret by its name',
    model('my_notes_a', { id: column.id('x'), org_id: column.org(), api_key: column.text() }, { label: 'api_key' }),
    /names "api_key", which is a secret/,
  ],
  [
    'a label that is a secret by its mark',
    model(
      'my_notes_a',
      { id: column.id('x'), org_id: column.org(), url: column.text({ secret: true }) },
      { label: 'url' },
    ),
    /names "url", which is a secret/,
  ],
  [
    'a label of a table of the whole instance',
    model('my_notes_a', { id: column.id('x'), name: column.text() }, { label: 'name' }),
    /the table "my_notes_a" has a label, so it needs an id and the column org_id/,
  ],
  ['two ids', model('my_notes_a', { a: column.id('x'), b: column.id('y') }), /has two id columns/],
  ['an id without a prefix', model('my_notes_a', { id: column.id('') }), /needs a prefix/],
  ['a workspace under another name', model('my_notes_a', { workspace: column.org() }), /must be named org_id/],
  [
    'a workspace that may be null',
    model('my_notes_a', { org_id: column.text({ nullable: true }) }),
    /must be column.org\(\)/,
  ],
  ['a length of nothing', model('my_notes_a', { a: column.text({ max: 0 }) }), /has a max/],
  [
    'a default that does not fit',
    model('my_notes_a', { a: column.text({ max: 2, default: 'abc' }) }),
    /has an invalid default/,
  ],
  [
    'an index on an unknown column',
    model('my_notes_a', { a: column.text() }, { index: ['b' as 'a'] }),
    /names "b", which is not a column/,
  ],
  [
    'a unique key on JSON',
    model('my_notes_a', { a: column.json() }, { unique: ['a'] }),
    /which is not a column that can be indexed/,
  ],
  [
    'a workspace table without an id',
    model('my_notes_a', { org_id: column.org(), a: column.text() }),
    /"my_notes_a" has no id, so a workspace export can't read it in pages: add id/,
  ],
  [
    'a workspace table whose keys skip the id',
    model(
      'my_notes_a',
      { id: column.id('x'), org_id: column.org(), a: column.text() },
      { index: [['org_id', 'a', 'id']] },
    ),
    /"my_notes_a" has no index that starts with org_id and id, .*: add \['org_id', 'id'\] to its index/,
  ],
  ['an empty key', model('my_notes_a', { a: column.text() }, { index: [[]] }), /has no columns/],
  [
    'a mirror of nothing',
    mirror('nothing', { id: column.id('x') }),
    /mirrors the table "nothing", which no plugin in this build owns/,
  ],
  ['a mirror with another column', mirror('users', { name: column.text() }), /"name" is not a column of it/],
  ['a mirror with another type', mirror('users', { admin: column.text() }), /"admin" is boolean, not text/],
  ['a mirror that forgets null', mirror('users', { email: column.text() }), /"email" may be null/],
  [
    'a mirror with a key that is none',
    mirror('users', { id: column.text() }, { tenantKey: 'org' as 'id' }),
    /no column "org" for a tenant key/,
  ],
  [
    'a mirror with a second key',
    mirror('memberships', { user_id: column.text() }, { tenantKey: 'user_id' }),
    /can't have another tenant key/,
  ],
  [
    'a way through a table of the instance',
    mirror('users', { id: column.text() }, { tenantKey: { column: 'id', through: 'users', key: 'id' } }),
    /goes through "users", which is not a table with org_id/,
  ],
  [
    'a way by a column that is not there',
    mirror('users', { id: column.text() }, { tenantKey: { column: 'id', through: 'memberships', key: 'member' } }),
    /goes through "memberships", which has no column "member"/,
  ],
  [
    'something that is not a model',
    { kind: 'view', table: 'x', columns: {} } as unknown as AnyModel,
    /wasn't created with model\(\) or mirror\(\)/,
  ],
]

for (const [name, wrong, sentence] of faults) {
  test(`${name} is refused with its plugin's name`, () => {
    const problems = problemsOf(plugin('my-notes', wrong))
    assert.equal(problems.length, 1, problems.join('\n'))
    assert.match(problems[0]!, sentence)
    assert.match(problems[0]!, /^my-notes/)
  })
}

test('two plugins that claim one table are both named', () => {
  const a = plugin('notes', model('notes_x_y', { id: column.id('x') }))
  const b = plugin('notes-x', model('notes_x_y', { id: column.id('x') }))
  assert.deepEqual(problemsOf(a, b), [
    `notes and notes-x both declare the table "notes_x_y": rename one model, or mirror the other one.`,
  ])
})

test('a name that the data layer uses itself is refused', () => {
  for (const [name, table] of [
    ['host-columns', 'host_columns'],
    ['host-migrations', 'host_migrations'],
    ['excluded', 'excluded'],
  ] as const) {
    assert.deepEqual(problemsOf(plugin(name, model(table, { id: column.id('x') }))), [
      `${name}: the table "${table}" needs another name: this one is reserved for the data layer.`,
    ])
  }
})

test('one plugin that declares a table twice, or mirrors its own, is refused', () => {
  const table = model('notes_a', { id: column.id('x') })
  assert.match(problemsOf(plugin('notes', table, table)).join(), /^notes declares two models for the table "notes_a"/)
  assert.match(
    problemsOf(plugin('notes', table, mirror('notes_a', { id: column.id('x') }))).join(),
    /in addition to its own model/,
  )
})

test('migration ids are unique within a plugin', () => {
  const entry = { id: 'one', up: () => Promise.resolve() }
  assert.match(problemsOf({ ...plugin('notes'), migrations: [entry, entry] }).join(), /^notes: the migration id "one"/)
})

test('every problem is found at once, and models in order have none', () => {
  assert.equal(problemsOf(plugin('my-notes', ...faults.map(([, wrong]) => wrong))).length >= faults.length, true)
  const users = mirror(
    'users',
    { id: column.text() },
    { tenantKey: { column: 'id', through: 'memberships', key: 'user_id' } },
  )
  const columns = { id: column.id('x'), org_id: column.org(), at: column.time({ default: 'now' }) }
  assert.deepEqual(problemsOf(plugin('my-notes', model('my_notes_a', columns), users)), [])
})
