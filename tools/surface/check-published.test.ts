import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import type { MemberDeprecation } from '../../packages/plugin/src/deprecation.ts'
import { contractPackages, readManifest } from '../contract/contract-packages.ts'
import { root } from '../source-files.ts'
import { checkPublished, isDue, type PublishedFacts } from './check-published.ts'
import { DeclaredModules } from './declared-modules.ts'
import { nextVersion } from './next-version.ts'
import { publishedSurface, type PublishedSurface } from './published-surface.ts'
import { surfaceOf, type Surface } from './surface-of.ts'

const door = `export { open } from './open.ts';\nexport type { Key, Metal } from './key.ts';\n`
const open = `import type { Key } from './key.ts';
interface Ways { readonly slowly?: boolean; readonly by: Key }
export declare function open(way: Ways): Promise<{ readonly left: number }>;\n`
const key = `import type { Shape } from './shape.ts';
export type Metal = 'iron' | 'brass';
export interface Key extends Shape { readonly metal: Metal; turn(by: { readonly degrees: number }): void }\n`
const shape = `export interface Shape { readonly teeth: number }\n`
const whole = { 'a/index.d.ts': door, 'a/open.d.ts': open, 'a/key.d.ts': key, 'a/shape.d.ts': shape }

/** The surface of the package "@host/plugin" that is declared so. */
function surface(changed: Partial<typeof whole> = {}): Surface {
  const texts = new Map(Object.entries({ ...whole, ...changed }))
  return surfaceOf({ name: '@host/plugin', doors: { '@host/plugin': 'a/index.d.ts' } }, new DeclaredModules(texts))
}

const changeset = (kind: string): string => `---\n'@host/plugin': ${kind}\n---\n\nA key turns.\n`
const entry: MemberDeprecation = { what: { of: 'service', service: 'keys', member: 'metal' }, since: '1.3.0', use: '…' }
const withoutMetal = key.replace('readonly metal: Metal; ', '')
const withOldMetal = key.replace('readonly metal', '/** @deprecated since 1.3.0, use teeth */\nreadonly metal')

function problems(changed: Partial<PublishedFacts>): readonly string[] {
  return checkPublished(facts(changed))
}

function facts(changed: Partial<PublishedFacts>): PublishedFacts {
  return {
    path: 'published.json',
    name: '@host/plugin',
    version: '1.0.0',
    surface: surface(),
    record: publishedSurface('1.0.0', surface()),
    changesets: [],
    deprecations: [],
    ...changed,
  }
}

/** The 1.x record of a key whose metal is deprecated since 1.3.0. */
function recordOf(version: string): PublishedSurface {
  return publishedSurface(version, surface({ 'a/key.d.ts': withOldMetal }))
}

suite('the published surface', () => {
  test('a surface is the exports, their members, parameters and results, and the texts of a type', () => {
    assert.deepEqual(publishedSurface('1.0.0', surface()).doors, {
      '@host/plugin': {
        Key: '.metal .teeth .turn .turn(0).degrees',
        Metal: '="brass" ="iron"',
        open: '().left (0).by (0).slowly',
      },
    })
  })

  test('a type that is not exported may move and be called something else', () => {
    const moved = {
      'a/key.d.ts': key.replaceAll('Shape', 'Form').replace('./shape.ts', './form.ts'),
      'a/form.d.ts': shape.replace('Shape', 'Form'),
    }
    assert.deepEqual(problems({ surface: surface(moved) }), [])
  })

  test('§A95 a published member is never removed without a deprecation, for any version', () => {
    const gone: readonly Partial<typeof whole>[] = [
      { 'a/index.d.ts': door.replace('{ Key, Metal }', '{ Key }') },
      { 'a/key.d.ts': withoutMetal },
      { 'a/key.d.ts': key.replace(" | 'brass'", '') },
      { 'a/open.d.ts': open.replace('readonly slowly?: boolean; ', '') },
      { 'a/open.d.ts': open.replace('readonly left: number', 'readonly right: number') },
      { 'a/shape.d.ts': shape.replace('teeth', 'tooth') },
    ]
    const named = ['Metal', 'Key.metal', 'Metal="brass"', 'open(0).slowly', 'open().left', 'Key.teeth']
    for (const changesets of [[], [changeset('minor')], [changeset('major')]]) {
      const found = gone.map((changed) => problems({ surface: surface(changed), changesets }))
      const ending = 'of @host/plugin is gone, and 1.0.0 did not call it deprecated; put it back and deprecate it first'
      assert.deepEqual(
        found,
        named.map((name) => [`published.json: ${name} ${ending}`]),
      )
    }
  })

  test('§A95 a removed export is reported once, and new ones are fine', () => {
    const found = problems({ surface: surface({ 'a/index.d.ts': `export { open } from './open.ts';\n` }) })
    assert.deepEqual(
      found.map((problem) => problem.split(' ')[1]),
      ['Key', 'Metal'],
    )
    const more = surface({
      'a/key.d.ts': key.replace("'brass'", "'brass' | 'gold'"),
      'a/index.d.ts': `${door}export {};\n`,
    })
    assert.deepEqual(problems({ surface: more }), [])
  })

  test('§A95 a deprecated member stays for two minor versions, and goes with a major one', () => {
    const without = surface({ 'a/key.d.ts': withoutMetal })
    const told = (version: string, kind: string) =>
      problems({ surface: without, version, record: recordOf(version), changesets: [changeset(kind)] })
    const early = 'deprecated since 1.3.0, and is to be there in 1.5 too'
    const minor = 'deprecated since 1.3.0, and goes with 2.0.0, not with 1.6.0'
    const sentence = (reason: string) => [`published.json: Key.metal of @host/plugin is gone, ${reason}`]
    assert.deepEqual(told('1.3.0', 'major'), sentence(early))
    assert.deepEqual(told('1.4.2', 'major'), sentence(early))
    assert.deepEqual(told('1.5.0', 'minor'), sentence(minor))
    assert.deepEqual(told('1.5.0', 'major'), [])
    assert.deepEqual(told('2.1.0', 'major'), [])
  })

  test('§A95 a deprecated export includes its members', () => {
    const old = surface({
      'a/key.d.ts': key.replace('export interface', '/** @deprecated since 1.3.0, use Metal */\nexport interface'),
    })
    const gone = surface({ 'a/index.d.ts': door.replace('{ Key, Metal }', '{ Metal }') })
    const record = publishedSurface('1.5.0', old)
    assert.deepEqual(problems({ surface: gone, version: '1.5.0', record, changesets: [changeset('major')] }), [])
  })

  test('§A95 a version that was made is kept before anything else, and not while something of the last went early', () => {
    const [problem] = problems({ version: '1.1.0' })
    assert.match(problem ?? '', /tells of 1\.0\.0, and the package is 1\.1\.0; run "pnpm api --publish"/)
    assert.equal(isDue(facts({ version: '1.1.0' })), true)
    assert.equal(isDue(facts({})), false)
    assert.equal(isDue(facts({ version: '2.0.0', surface: surface({ 'a/key.d.ts': withoutMetal }) })), false)
    assert.match(problems({ record: undefined })[0] ?? '', /missing/)
  })

  test('§A95 a docstring and the list of deprecations say the same, since the same version', () => {
    const old = surface({ 'a/key.d.ts': withOldMetal })
    assert.deepEqual(problems({ surface: old, deprecations: [entry] }), [])
    assert.match(problems({ surface: old })[0] ?? '', /Key\.metal is deprecated since 1\.3\.0 and stands in no entry/)
    assert.match(problems({ deprecations: [entry] })[0] ?? '', /no docstring says of keys\.metal/)
    const [later, other] = problems({ surface: old, deprecations: [{ ...entry, since: '1.4.0' }] })
    assert.match(later ?? '', /stands in no entry/)
    assert.match(other ?? '', /no docstring says of keys\.metal that it is deprecated since 1\.4\.0/)
    const unsaid = surface({ 'a/key.d.ts': withOldMetal.replace('since 1.3.0, ', '') })
    assert.match(problems({ surface: unsaid })[0] ?? '', /deprecated without a version/)
  })

  test('the next version follows from the largest changeset', () => {
    const next = (...changesets: readonly string[]) =>
      nextVersion({ name: '@host/plugin', version: '1.2.3', changesets })
    const other = `---\n"@host/client": major\n---\n`
    assert.deepEqual(
      [next(), next(other), next(changeset('patch')), next(changeset('patch'), changeset('minor'))],
      ['1.2.3', '1.2.3', '1.2.4', '1.3.0'],
    )
    assert.equal(next(changeset('minor'), changeset('major'), other), '2.0.0')
  })

  test('the record of each package has its current version', () => {
    for (const { folder } of contractPackages) {
      const record = JSON.parse(readFileSync(join(root, folder, 'published.json'), 'utf8')) as PublishedSurface
      assert.equal(record.version, readManifest(root, folder).version)
      assert.ok(Object.values(record.doors).every((names) => Object.keys(names).length > 3))
    }
  })
})
