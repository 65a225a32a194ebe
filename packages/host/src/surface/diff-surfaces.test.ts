import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { diffSurfaces } from './diff-surfaces.ts'
import { readSurface, type PartKind, type PluginSurface, type SurfacePart } from './plugin-surface.ts'
import { requiredVersion } from './required-version.ts'

type Facts = SurfacePart['facts']

const surface = (...parts: readonly SurfacePart[]): PluginSurface => ({
  format: 1,
  plugin: 'notes',
  version: '1.0.0',
  parts,
})
const part = (kind: PartKind, name: string, facts: Facts = {}): SurfacePart => ({ kind, name, facts })

/** Whether a change of one fact breaks. */
const breaks = (kind: PartKind, from: Facts, to: Facts): boolean | undefined =>
  diffSurfaces(surface(part(kind, 'x', from)), surface(part(kind, 'x', to)))[0]?.isBreaking

suite('differences between surfaces', () => {
  test('a fact breaks in the direction that takes something from users', () => {
    const cases: readonly (readonly [PartKind, Facts, Facts])[] = [
      ['route', { audience: 'member' }, { audience: 'owner' }],
      ['route', { audience: 'public' }, { audience: 'user' }],
      ['route', { session: 'any' }, { session: 'recent' }],
      ['route', { scopes: ['a', 'b'] }, { scopes: ['b'] }],
      ['route', {}, { tier: 'pro' }],
      ['route', { agents: true }, { agents: false }],
      ['route', { isIdempotent: true }, { isIdempotent: false }],
      ['route', { bodyLimit: 2000 }, { bodyLimit: 1000 }],
      ['route', { accept: ['image/*', 'text/plain'] }, { accept: ['image/*'] }],
      ['tool', { approval: false }, { approval: true }],
      ['plugin', { api: '^1' }, { api: '^2' }],
      ['plugin', { requires: [] }, { requires: ['mail'] }],
      ['plugin', { enabledByDefault: true }, { enabledByDefault: false }],
      ['column', { max: 80 }, { max: 40 }],
      ['column', {}, { references: 'notes_items, on delete cascade' }],
      ['menu', { role: 'member' }, { role: 'admin' }],
    ]
    for (const [kind, from, to] of cases) {
      const written = JSON.stringify([kind, from, to])
      assert.equal(breaks(kind, from, to), true, written)
      const isUnordered = kind === 'route' && from['audience'] === 'public'
      if (!isUnordered) assert.equal(breaks(kind, to, from), false, `the reverse of ${written}`)
    }
    assert.equal(breaks('column', { kind: 'text' }, { kind: 'integer' }), true)
    assert.equal(breaks('menu', { label: 'Notes' }, { label: 'All notes' }), false)
  })

  test('whole parts break when users miss them, and new ones when stored rows may not fit', () => {
    const table = { table: 'notes_items' }
    const before = surface(part('table', 'notes_items'), part('scope', 'notes.read'), part('action', 'new'))
    const after = surface(
      part('table', 'notes_items'),
      { ...part('column', 'notes_items.due', { nullable: false }), ...table },
      { ...part('column', 'notes_items.tag', { nullable: false, default: '""' }), ...table },
      part('table', 'notes_tags'),
      { ...part('column', 'notes_tags.name', { nullable: false }), table: 'notes_tags' },
    )
    const lines = diffSurfaces(before, after).map(
      ({ kind, name, change, isBreaking }) => `${isBreaking ? '!' : ' '}${change} ${kind} ${name}`,
    )
    assert.deepEqual(lines, [
      '!removed scope notes.read',
      '!added column notes_items.due',
      ' added table notes_tags',
      ' added column notes_items.tag',
      ' removed action new',
    ])
  })

  test('a surface of another form is refused', () => {
    const valid = surface({ ...part('event', 'note.added'), output: { type: 'object' } })
    assert.deepEqual(readSurface(JSON.parse(JSON.stringify(valid))), valid)
    const invalid: readonly unknown[] = [
      null,
      'text',
      { ...valid, format: 2 },
      { ...valid, plugin: 1 },
      { ...valid, parts: [{ kind: 'other', name: 'x', facts: {} }] },
      { ...valid, parts: [{ kind: 'event', name: 'x', facts: {}, output: 'x' }] },
    ]
    for (const each of invalid) assert.throws(() => readSurface(each), SyntaxError)
  })

  test('the version that breaking changes need follows from the one before', () => {
    const cases: readonly (readonly [string, string, string | undefined])[] = [
      ['1.2.3', '1.3.0', '2.0.0'],
      ['1.2.3', '2.0.0', undefined],
      ['1.2.3', '2.0.0-beta.1', undefined],
      ['0.4.1', '0.4.2', '0.5.0'],
      ['0.4.1', '0.5.0', undefined],
      ['0.4.1', '1.0.0', undefined],
      ['2.0.0', '1.9.0', '3.0.0'],
      ['1.0.0', '1.0.0', '2.0.0'],
    ]
    for (const [from, to, required] of cases) assert.equal(requiredVersion(from, to), required, `${from} to ${to}`)
    assert.throws(() => requiredVersion('one', '1.0.0'), SyntaxError)
  })
})
