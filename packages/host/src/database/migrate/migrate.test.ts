import assert from 'node:assert/strict'
import { test } from 'node:test'
import { column, model, type AnyModel, type Migration } from '@host/plugin'
import type { Database } from '../database.ts'
import { everyDatabase } from '../../../testing/database/test-databases.ts'
import { migrate, planMigration } from './migrate.ts'
import { MigrationRefused } from './migration-refused.ts'

const note = {
  id: column.id('note'),
  org_id: column.org(),
  title: column.text({ max: 20 }),
  body: column.text({ nullable: true }),
}

const owner = (columns: Parameters<typeof model>[1], migrations: readonly Migration[] = []) => [
  { name: 'notes', models: [model('notes_notes', columns)] as readonly AnyModel[], migrations },
]

async function rows(database: Database, sql: string): Promise<readonly unknown[]> {
  return (await database.run({ sql, parameters: [], writes: false })).rows
}

async function insert(database: Database, columns: string, values: string): Promise<void> {
  await database.run({
    sql: `insert into notes_notes (${columns}) values (${values})`,
    parameters: [],
    writes: true,
  })
}

for (const product of everyDatabase) {
  const on = (name: string, work: (database: Database) => Promise<void>): void => {
    void test(`${product.name}: ${name}`, async () => {
      await using fresh = await product.create()
      await work(await fresh.open())
    })
  }

  on('a second start finds nothing to do', async (database) => {
    assert.equal((await migrate(database, owner(note))).length, database.hasRowSecurity ? 5 : 2)
    assert.deepEqual(await migrate(database, owner(note)), [])
  })

  on('every kind of column is stored as it is compared', async (database) => {
    const every = {
      id: column.id('note'),
      org_id: column.org(),
      a: column.text({ max: 9, default: "it's" }),
      b: column.integer({ default: -1 }),
      c: column.real({ default: 0.5 }),
      d: column.boolean({ default: true }),
      e: column.json<readonly string[]>({ default: ["it's"] }),
      f: column.time({ default: 'now' }),
      g: column.bytes({ default: new Uint8Array([1, 255]) }),
      h: column.time({ default: '2026-01-31T08:15:00.000Z' }),
    }
    await migrate(database, owner({ id: every.id, org_id: every.org_id }))
    await insert(database, 'id, org_id', `'note_1', 'org_a'`)
    await migrate(database, owner(every))
    assert.deepEqual(await migrate(database, owner(every)), [])
    const [row] = (await rows(database, 'select a, b, c, d, e, g, h from notes_notes')) as [Record<string, unknown>]
    assert.deepEqual(row, {
      a: "it's",
      b: -1,
      c: 0.5,
      d: true,
      e: ["it's"],
      g: new Uint8Array([1, 255]),
      h: '2026-01-31T08:15:00.000Z',
    })
  })

  on('a plan shows the statements and changes nothing', async (database) => {
    const planned = await planMigration(database, owner(note))
    assert.deepEqual(await rows(database, `select 1 as x where ${tableExists(database, 'notes_notes')}`), [])
    assert.deepEqual(
      await migrate(database, owner(note)),
      planned.map(({ sql }) => sql),
    )
    assert.deepEqual(await planMigration(database, owner(note)), [])
  })

  on('a column that left the model stays, keeps its values and lets inserts go on', async (database) => {
    await migrate(database, owner({ ...note, colour: column.text() }))
    await insert(database, 'id, org_id, title, colour', `'note_1', 'org_a', 'Milk', 'red'`)
    await migrate(database, owner(note))
    await insert(database, 'id, org_id, title', `'note_2', 'org_a', 'Bread'`)
    assert.deepEqual(await rows(database, 'select id, colour from notes_notes order by id'), [
      { id: 'note_1', colour: 'red' },
      { id: 'note_2', colour: null },
    ])
    assert.deepEqual(await migrate(database, owner(note)), [])
  })

  on(
    'what additive migration does not do is refused, every column at once, and nothing is changed',
    async (database) => {
      await migrate(database, owner({ ...note, stars: column.integer(), open: column.text({ nullable: true }) }))
      await insert(database, 'id, org_id, title, stars', `'note_1', 'org_a', 'Milk', 1`)
      const wanted = owner({
        ...note,
        title: column.text({ max: 10 }),
        body: column.text({ nullable: true, max: 5 }),
        stars: column.boolean(),
        open: column.text(),
        due: column.time(),
        fine: column.integer({ default: 1 }),
      })
      await assert.rejects(migrate(database, wanted), (error) => {
        assert.ok(error instanceof MigrationRefused)
        assert.equal(error.problems.length, 5)
        for (const name of ['title', 'body', 'stars', 'due', 'open']) {
          assert.ok(
            error.problems.some((problem) => problem.startsWith(`notes: the column "notes_notes.${name}" `)),
            name,
          )
        }
        return true
      })
      await assert.rejects(rows(database, 'select fine from notes_notes'))
    },
  )

  on('a nullable column becomes required when no row holds null, and back', async (database) => {
    await migrate(database, owner(note))
    await insert(database, 'id, org_id, title, body', `'note_1', 'org_a', 'Milk', 'x'`)
    await migrate(database, owner({ ...note, body: column.text() }))
    await assert.rejects(insert(database, 'id, org_id, title', `'note_2', 'org_a', 'Bread'`), { code: 'invalid_value' })
    await migrate(database, owner(note))
    await insert(database, 'id, org_id, title', `'note_2', 'org_a', 'Bread'`)
  })

  on('a longer text is allowed and then remembered', async (database) => {
    await migrate(database, owner(note))
    await migrate(database, owner({ ...note, title: column.text({ max: 30 }) }))
    await assert.rejects(
      migrate(database, owner(note)),
      /"notes_notes.title" allows 20 characters but stores text up to 30/,
    )
    await migrate(database, owner({ ...note, title: column.text() }))
    await assert.rejects(migrate(database, owner(note)), /stores text of any length/)
  })

  on('explicit entries run once, in order, before tables are compared; a fresh plugin skips them', async (database) => {
    const rename: Migration = {
      id: 'rename',
      up: (db) => db.run('alter table notes_notes rename column body to text'),
      down: () => ['alter table notes_notes rename column text to body'],
    }
    const fill: Migration = {
      id: 'fill',
      up: (db) => db.run(`update notes_notes set text = 'filled' where text is null`),
    }
    const { body, ...rest } = note
    await migrate(database, owner(note))
    await insert(database, 'id, org_id, title', `'note_1', 'org_a', 'Milk'`)
    await migrate(database, owner({ ...rest, text: body }, [rename, fill]))
    assert.deepEqual(await migrate(database, owner({ ...rest, text: body }, [rename, fill])), [])
    assert.deepEqual(await rows(database, 'select text from notes_notes'), [{ text: 'filled' }])
    await using other = await product.create()
    const fresh = await other.open()
    await migrate(fresh, owner({ ...rest, text: body }, [rename, fill]))
    assert.deepEqual(await rows(fresh, 'select id from host_migrations order by position'), [
      { id: 'rename' },
      { id: 'fill' },
    ])
  })

  on('an older build is refused, or puts the older form back from the record', async (database) => {
    const { body, ...rest } = note
    const rename: Migration = {
      id: 'rename',
      up: (db) => db.run('alter table notes_notes rename column body to text'),
      down: () => ['alter table notes_notes rename column text to body'],
    }
    await migrate(database, owner(note))
    await insert(database, 'id, org_id, title, body', `'note_1', 'org_a', 'Milk', 'x'`)
    await migrate(database, owner({ ...rest, text: body }, [rename]))
    await assert.rejects(
      migrate(database, owner(note)),
      /notes: the database has the migration "rename" of a newer version/,
    )
    await migrate(database, owner(note), { allowDown: true })
    assert.deepEqual(await rows(database, 'select body from notes_notes'), [{ body: 'x' }])
    assert.deepEqual(await rows(database, 'select id from host_migrations'), [])
  })

  on('§P86 what older processes do not survive is refused while some run, and nothing is changed', async (database) => {
    const { body, ...rest } = note
    const rename: Migration = {
      id: 'rename',
      up: (db) => db.run('alter table notes_notes rename column body to text').catch(() => undefined),
    }
    const beside = { olderProcesses: async () => [{ migratedTo: 0 }, { migratedTo: undefined }] }
    await migrate(database, owner(note))
    const refusals: readonly (readonly [ReturnType<typeof owner>, RegExp])[] = [
      [owner({ ...rest, text: body }, [rename]), /rename column body to text" renames .*, and 2 older processes are/],
      [owner({ ...note, body: column.text() }), /set not null" requires a value/],
      [
        [{ name: 'notes', models: [model('notes_notes', note, { unique: ['title'] })], migrations: [] }],
        /adds a unique index/,
      ],
    ]
    for (const [owners, problem] of refusals) await assert.rejects(migrate(database, owners, beside), problem)
    assert.deepEqual(await planMigration(database, owner(note)), [])
    await migrate(database, owner({ ...note, stars: column.integer({ default: 0 }) }), beside)
    await migrate(database, owner({ ...rest, text: body }, [rename]))
  })

  on('§P87 an entry runs beside processes that know the entry that it is safe after', async (database) => {
    const add: Migration = { id: 'add', up: (db) => db.run('alter table notes_notes add column text text') }
    const drop: Migration = {
      id: 'drop',
      safeAfter: 'add',
      up: (db) => db.run('alter table notes_notes drop column body'),
    }
    const { body, ...rest } = note
    await migrate(database, owner(note))
    await migrate(database, owner({ ...note, text: body }, [add]), { olderProcesses: async () => [{ migratedTo: 0 }] })
    const contracted = owner({ ...rest, text: body }, [add, drop])
    const besides = [[{ migratedTo: 1 }, { migratedTo: 0 }], [{ migratedTo: undefined }]]
    for (const older of besides) {
      await assert.rejects(
        migrate(database, contracted, { olderProcesses: async () => older }),
        /drop column body" drops .*, and an older process is running/,
      )
    }
    await migrate(database, contracted, { olderProcesses: async () => [{ migratedTo: 1 }] })
  })

  on('§P88 a plan marks what is unsafe, and changes no rows', async (database) => {
    await migrate(database, owner(note))
    await insert(database, 'id, org_id, title', `'note_1', 'org_a', 'Milk'`)
    const entry: Migration = {
      id: 'split',
      async up(db) {
        await db.run('alter table notes_notes add column text text')
        await db.run('update notes_notes set text = title')
        await db.run(`update notes_notes set title = 'x' where no_such_function(title)`)
        await db.run('alter table notes_notes drop column body')
      },
    }
    const { body, ...rest } = note
    const planned = await planMigration(database, owner({ ...rest, text: body }, [entry]))
    assert.deepEqual(
      planned.map(({ danger }) => danger !== undefined),
      [false, false, true, true],
    )
    assert.deepEqual(await rows(database, 'select title, body from notes_notes'), [{ title: 'Milk', body: null }])
  })

  on('a text becomes shorter by an entry that shortens what is stored', async (database) => {
    const shorter = { ...note, title: column.text({ max: 5 }) }
    const shorten: Migration = {
      id: 'shorten',
      up: (db) => db.run('update notes_notes set title = substr(title, 1, 5)'),
    }
    const idle: Migration = { id: 'idle', up: (db) => db.run('select 1') }
    await migrate(database, owner(note))
    await insert(database, 'id, org_id, title', `'note_1', 'org_a', 'Milk and bread'`)
    await assert.rejects(
      migrate(database, owner(shorter)),
      /"notes_notes.title" allows 5 characters but stores text up to 20/,
    )
    await assert.rejects(migrate(database, owner(shorter, [idle])), /but some rows are longer/)
    await migrate(database, owner(shorter, [shorten]))
    assert.deepEqual(await migrate(database, owner(shorter, [shorten])), [])
    assert.deepEqual(await rows(database, 'select title from notes_notes'), [{ title: 'Milk ' }])
  })

  on('§P86 a unique key over a new column that older processes leave null is safe beside them', async (database) => {
    const beside = { olderProcesses: async () => [{ migratedTo: undefined }] }
    const counted = model('notes_notes', { ...note, place: column.integer({ default: 0 }) }, { unique: ['place'] })
    const parted = model(
      'notes_notes',
      { ...note, part: column.text({ nullable: true, max: 9 }) },
      { unique: [['part', 'title']] },
    )
    const ownerOf = (of: AnyModel) => [{ name: 'notes', models: [of], migrations: [] }]
    await migrate(database, owner(note))
    await assert.rejects(migrate(database, ownerOf(counted), beside), /adds a unique index/)
    await migrate(database, ownerOf(parted), beside)
    for (const id of ['note_1', 'note_2']) await insert(database, 'id, org_id, title, body', `'${id}', 'o', 't', 'b'`)
  })

  on('a unique key over rows that are double already is refused with its plugin', async (database) => {
    await migrate(database, owner(note))
    for (const id of ['note_1', 'note_2']) await insert(database, 'id, org_id, title', `'${id}', 'org_a', 'Milk'`)
    const models = [model('notes_notes', note, { unique: ['title'] })]
    await assert.rejects(migrate(database, [{ name: 'notes', models }]), (error) => {
      assert.ok(error instanceof MigrationRefused)
      assert.match(
        error.message,
        /^notes: "create unique index .* \("title"\)" failed: There is already a row of "notes_notes" with the same (?:title|values)/,
      )
      return true
    })
  })

  on('an entry of two statements is refused, not cut', async (database) => {
    await migrate(database, owner(note))
    const two: Migration = { id: 'two', up: (db) => db.run('select 1; delete from notes_notes') }
    await assert.rejects(migrate(database, owner(note, [two])), /notes: the migration "two" failed: /)
  })

  on('a failing entry names its plugin and leaves no trace', async (database) => {
    await migrate(database, owner(note))
    const broken: Migration = {
      id: 'broken',
      async up(db) {
        await db.run('alter table notes_notes rename column body to text')
        await db.run('select nothing from nowhere')
      },
    }
    await assert.rejects(migrate(database, owner(note, [broken])), /notes: the migration "broken" failed: /)
    assert.deepEqual(await rows(database, 'select body from notes_notes'), [])
  })

  on('keys whose tables and columns read alike when joined are each made', async (database) => {
    const models = [
      model(
        'notes_a',
        { id: column.id('a'), b_c: column.text(), b: column.text(), c: column.text() },
        {
          unique: ['b_c', ['b', 'c']],
        },
      ),
      model('notes_a_b', { id: column.id('b'), c: column.text() }, { unique: ['c'] }),
    ]
    const statements = await migrate(database, [{ name: 'notes', models }])
    assert.equal(statements.filter((sql) => sql.startsWith('create unique index')).length, 3)
  })

  on('a table whose rows belong to workspaces never becomes one for all of them', async (database) => {
    await migrate(database, owner(note))
    const { org_id: _, ...open } = note
    await assert.rejects(migrate(database, owner(open)), {
      problems: [
        'notes: the column "notes_notes.org_id" was removed from the model, so every workspace could read all rows: keep it, or add a migration.',
      ],
    })
  })

  on('a unique key is made and reported alike', async (database) => {
    const models = [model('notes_notes', note, { unique: [['org_id', 'title']] })]
    await migrate(database, [{ name: 'notes', models }])
    await insert(database, 'id, org_id, title', `'note_1', 'org_a', 'Milk'`)
    await assert.rejects(insert(database, 'id, org_id, title', `'note_2', 'org_a', 'Milk'`), {
      name: 'UniqueViolation',
      table: 'notes_notes',
      columns: ['org_id', 'title'],
    })
  })
}

function tableExists(database: Database, name: string): string {
  return database.dialect === 'sqlite'
    ? `exists (select 1 from sqlite_schema where name = '${name}')`
    : `to_regclass('${name}') is not null`
}
