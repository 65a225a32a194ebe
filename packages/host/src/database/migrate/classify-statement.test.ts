import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { classifyStatement, type StatementEffect } from './classify-statement.ts'

const before = new Map([['notes_notes', new Set(['id', 'org_id', 'name'])]])
const classify = (sql: string): StatementEffect => classifyStatement(sql, before)

/** Statements that older processes do not notification. */
const safe = [
  'select name from notes_notes',
  'create table notes_tags (id text primary key, name text unique)',
  'create table if not exists notes_notes (id text)',
  'create index "notes.idx" on notes_notes (name)',
  'create unique index "tags.key" on notes_tags (name)',
  'alter table notes_notes add column title text',
  'alter table notes_notes add title text',
  `alter table "notes_notes" add column "title" text collate "C" not null default 'not null, unique'`,
  'ALTER TABLE notes_notes ADD COLUMN IF NOT EXISTS title numeric(10, 2);',
  'alter table notes_notes alter column name drop not null',
  `alter table notes_notes alter name set default 'x'`,
  'alter table notes_tags rename column name to label',
  'alter table notes_tags drop column name, add column label text',
  'alter table notes_notes rename column title to heading',
  'alter table notes_notes alter column title set not null',
  'alter table notes_notes drop column title',
  'alter table notes_notes disable row level security',
  'update notes_notes set title = name where title is null',
  `update notes_notes set title = coalesce(name, ','), body = (select name from x where a = b, c) from x`,
  'update notes_tags set name = 1',
  'insert into notes_tags (id) select id from notes_notes',
  'delete from notes_tags',
  'drop table notes_tags',
  '-- fills the new column\nupdate notes_notes set title = name',
]

/** Statements with the reason that they are unsafe. */
const unsafe: readonly (readonly [sql: string, danger: RegExp])[] = [
  ['alter table notes_notes rename column name to title', /renames/],
  ['alter table notes_notes rename name to title', /renames/],
  ['alter table notes_notes rename to notes', /renames/],
  ['alter table "NOTES_NOTES" rename column "Name" to title', /renames/],
  ['alter table notes_notes drop column name', /drops/],
  ['alter table notes_notes drop name', /drops/],
  ['alter table notes_notes drop column title cascade', /drops/],
  ['drop table notes_notes', /drops/],
  ['drop table if exists notes_tags, notes_notes', /drops/],
  ['drop index notes_key', /drops/],
  ['drop view notes', /drops/],
  ['alter table notes_notes alter column name type integer using name::integer', /type/],
  ['alter table notes_notes alter name set data type text', /type/],
  ['alter table notes_notes alter column name set not null', /requires/],
  ['alter table notes_notes add column title text not null', /requires/],
  ['create unique index notes_key on notes_notes (name)', /unique/],
  ['create unique index on notes_notes (name)', /unique/],
  ['create unique index concurrently if not exists notes_key on notes_notes (name)', /unique/],
  ['alter table notes_notes add column title text unique', /unique/],
  ['alter table notes_notes add unique (name)', /unique/],
  ['update notes_notes set name = trim(name)', /rows/],
  ['update notes_notes set title = 1, name = 2', /rows/],
  ['update only notes_notes set name = 1', /not known/],
  ['update or replace notes_notes set name = 1', /not known/],
  ['update notes_notes as n set name = 1', /not known/],
  ['update notes_notes set (name, title) = (1, 2)', /not known/],
  ['insert into notes_notes (id) values (1)', /rows/],
  ['delete from only notes_notes', /rows/],
  ['delete from notes_notes', /rows/],
  ['alter table notes_notes enable row level security', /row-level security/],
  ['alter table notes_notes add constraint c check (name is not null)', /not known/],
  ['alter table notes_notes add column title text references notes_notes (id)', /not known/],
  ['alter table notes_notes add column title text, drop column name', /not known/],
  ['alter table public.notes_notes rename column name to title', /not known/],
  ['alter table [notes_notes] rename column name to title', /not known/],
  ['alter table /* x */ notes_notes add column title text', /not known/],
  ['create table notes_tags (id text); drop table notes_notes', /not known/],
  [`select e'\\'' from x; drop table notes_notes`, /not known/],
  ['select * into notes_copy from notes_notes', /not known/],
  ['with x as (delete from notes_notes returning *) select * from x', /not known/],
  ['create trigger t before insert on notes_notes execute function f()', /not known/],
  ['truncate notes_notes', /not known/],
  ['', /not known/],
]

void describe('statements of a migration', () => {
  for (const sql of safe) {
    void test(`is safe beside older processes: ${sql}`, () => assert.equal(classify(sql).danger, undefined))
  }
  for (const [sql, danger] of unsafe) {
    void test(`is unsafe beside older processes: ${sql}`, () => assert.match(classify(sql).danger ?? 'safe', danger))
  }

  void test('space, case and line comments change no verdict', () => {
    const spaces = fc.constantFrom(' ', '\n', '\t ', ' -- drop table notes_notes\n')
    const all = [...safe, ...unsafe.map(([sql]) => sql)].filter((sql) => !/'|--/.test(sql))
    fc.assert(
      fc.property(fc.constantFrom(...all), spaces, fc.boolean(), (sql, space, isUpper) => {
        const changed = sql.replaceAll(' ', space)
        assert.deepEqual(classify(isUpper ? changed.toUpperCase() : changed), classify(sql))
      }),
    )
  })

  void test('a statement is safe only when each of its actions is', () => {
    const actions = unsafe.map(([sql]) => sql).filter((sql) => sql.startsWith('alter table notes_notes '))
    fc.assert(
      fc.property(fc.constantFrom(...actions), fc.boolean(), (sql, isFirst) => {
        const [action, added] = [sql.slice('alter table notes_notes '.length), 'add column other text']
        const both = isFirst ? `${action}, ${added}` : `${added}, ${action}`
        assert.notEqual(classify(`alter table notes_notes ${both}`).danger, undefined)
      }),
    )
  })

  void test('no text makes it throw, and noise is unsafe', () => {
    const words = `alter table drop notes_notes set update "name" 'x ( ) , = create index on`.split(' ')
    const sentence = fc.array(fc.constantFrom(...words)).map((each) => each.join(' '))
    fc.assert(fc.property(sentence, (sql) => assert.equal(typeof classify(sql).changes, 'string')))
    fc.assert(
      fc.property(fc.string(), (sql) => assert.notEqual(classify(`${sql} drop table notes_notes`).danger, undefined)),
      { numRuns: 2_000 },
    )
  })
})
