import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkColors } from './check-colors.ts'
import { problemsOf } from './report.ts'

const problemsIn = (path: string, text: string): readonly string[] => checkColors([{ path, text }]).problems

const raw: readonly [path: string, text: string][] = [
  ['plugins/links/web/LinksPage.tsx', `const a = <p style={{ color: '#FFF' }} />`],
  ['plugins/links/web/LinksPage.tsx', `const a = <p className="bg-[#1a2b3c]" />`],
  ['plugins/links/web/chart.ts', 'const a = `1px solid rgb(1 2 3)`'],
  ['packages/shell/src/Frame.tsx', `const a = 'hsla(1, 2%, 3%, 0.5)'`],
  ['packages/plugin-sdk/src/components/button.css', '.a { color: oklch(0.5 0.1 200) }'],
  ['packages/plugin-sdk/src/components/button.css', '.a { background: white }'],
  ['apps/web/index.html', '<style>body { color: #11223344 }</style>'],
  ['examples/hello/web/HelloPage.tsx', `const a = 'oklab(1 2 3)'`],
]

for (const [path, text] of raw) {
  test(`§4.35 refused in ${path}: ${text}`, () => {
    assert.equal(problemsIn(path, text).length, 1)
  })
}

const fine: readonly [path: string, text: string][] = [
  ['plugins/links/web/LinksPage.tsx', `const a = <p className="bg-surface text-accent" />`],
  ['plugins/links/web/links.ts', `class A { #add = 1 } // not #fff`],
  ['plugins/links/web/links.ts', `const a = '#headline'; const b = '/page#fed'; const c = '&#123;'`],
  ['packages/plugin-sdk/src/components/button.css', '.a { color: var(--color-accent) } /* was #fff */'],
  ['packages/plugin-sdk/src/components/button.css', '.a { background: color-mix(in oklch, var(--a), transparent) }'],
  ['packages/plugin-sdk/src/tokens.css', ':root { --color-accent: oklch(0.5 0.1 270) }'],
  ['packages/host/src/a.ts', `const a = '#fff'`],
]

for (const [path, text] of fine) {
  test(`accepted in ${path}: ${text}`, () => {
    assert.deepEqual(problemsIn(path, text), [])
  })
}

test('a problem names the line', () => {
  assert.match(
    problemsIn('apps/web/a.css', '/* one\ntwo */\n.a { color: #fff }')[0] ?? '',
    /^apps\/web\/a\.css:3: raw color #fff/,
  )
})

test('a check that saw no web code fails', () => {
  assert.equal(problemsOf(checkColors([{ path: 'packages/host/src/a.ts', text: '' }])).length, 1)
})
