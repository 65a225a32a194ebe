import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkPictures } from './check-pictures.ts'
import { contractReference } from './contract/contract-reference.ts'
import { wantedPictures } from './contract/pictures.ts'

const file = 'packages/plugin-sdk/src/components/Badge.tsx'
const story = 'packages/plugin-sdk/src/components/Badge.story.tsx'
const picture = 'docs/images/components/Badge.webp'
const shown = '![Badge in the gallery](../images/components/Badge.webp)'

const doc = { text: 'One.', params: [], returns: undefined, throws: [], examples: [], since: undefined } as const

/** The page of components in the reference of a package with these exports. */
function pageOf(...exports: readonly (readonly [name: string, file: string])[]): string {
  const found = exports.map(([name, from]) => ({
    name,
    file: from,
    signature: `function ${name}()`,
    doc: { ...doc, deprecated: undefined },
  }))
  const stories = found.map((each) => each.file.replace('.tsx', '.story.tsx'))
  const { pages } = contractReference([{ name: '@host/plugin-sdk', exports: found }], wantedPictures(stories))
  return pages.get('docs/contract/sdk-components.md') ?? ''
}

function problems(paths: readonly string[], reference = shown, size = 1000): readonly string[] {
  return checkPictures({ paths, reference, sizeOf: () => size }).problems
}

test('a component with a story has its picture below its sentence, once', () => {
  const page = pageOf(['Badge', file], ['BadgeTone', file])
  assert.ok(page.includes(`## Badge\n\nOne.\n\n${shown}\n\n\`\`\`ts`))
  assert.equal(page.split('.webp').length, 2)
})

test('a file without an export of its name shows its picture at its hook', () => {
  const toast = 'packages/plugin-sdk/src/components/Toast.tsx'
  const page = pageOf(['ToastContent', toast], ['useToast', toast])
  assert.ok(page.includes('## useToast\n\nOne.\n\n![useToast in the gallery](../images/components/Toast.webp)'))
  assert.equal(page.split('.webp').length, 2)
})

test('a picture that is there and in the reference is fine', () => {
  assert.deepEqual(problems([story, picture]), [])
})

test('a missing picture, one that no page shows, and one of no component are findings', () => {
  assert.deepEqual(problems([story]), [`${file}: has no picture; run "pnpm pictures:components" and commit ${picture}`])
  assert.deepEqual(problems([story, picture], 'nothing'), [
    `${picture}: no page of the reference shows it; export what ${file} declares`,
  ])
  const orphan = 'docs/images/components/Gone.webp'
  assert.deepEqual(problems([story, picture, orphan]), [`${orphan}: shows no component; remove it`])
})

test('pictures that are too large together are a finding', () => {
  assert.deepEqual(problems([story, picture], shown, 1_500_001), [
    'docs/images/components: 1500001 bytes, more than 1500000; lower the quality of the pictures',
  ])
})
