import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { BuildFailure } from '@host/inspect'
import { readCatalog } from '../build/catalog.ts'
import { openCheckout } from '../build/checkout.ts'
import { compose } from './compose.ts'
import { manifest, plant, sound } from './fixtures/plant.ts'

const text = '[{"server":"./notes","npm":"./notes/web"}]'

test("a problem of a page is reported at its entry, in the operator's own words, and nothing is written", async (t) => {
  const files = {
    ...sound,
    'web/index.ts': `import { defineUIPlugin } from '@host/plugin-sdk'
import NotesPage from './NotesPage.tsx'
export default defineUIPlugin({ name: 'notes', routes: [{ path: '/notes', Component: NotesPage }] })
`,
    'web/NotesPage.tsx': `export default function NotesPage() {
  return <h1 className="text-[#ff0000]">Notes</h1>
}
`,
  }
  const cwd = plant(t, Object.fromEntries(Object.entries(files).map(([path, content]) => [`notes/${path}`, content])))
  const output = join(cwd, 'host')
  const error = await compose({
    checkout: openCheckout(),
    text,
    cwd,
    targets: [{ output }],
    say: () => undefined,
  }).catch((thrown: unknown) => thrown)
  assert.ok(error instanceof BuildFailure)
  const told = error.problems.join('\n')
  assert.match(
    told,
    /^HOST_PLUGINS\[0\] "\.\/notes" cannot be composed: .*the page \/notes on line 3 is not lazy; write/m,
  )
  assert.match(
    told,
    /^HOST_PLUGINS\[0\] "\.\/notes" cannot be composed: .*\.\/notes\/web\/NotesPage\.tsx:2 has the raw color/m,
  )
  for (const problem of error.problems) assert.match(problem, /^HOST_PLUGINS\[0\] [^\n]+$/)
  assert.equal(existsSync(output), false)
})

test('a dependency that opens connections is refused before any of it runs', async (t) => {
  const checkout = openCheckout()
  const dependencies = { pg: readCatalog(checkout.root).get('pg') }
  const cwd = plant(t, {
    'package.json': manifest(sound['package.json'], { dependencies }),
    'plugin.ts': `import 'pg'\n${sound['plugin.ts']}`,
    'shared.ts': sound['shared.ts'],
    'docs/notes.mdx': sound['docs/notes.mdx'],
  })
  const output = join(cwd, 'host')
  const composition = { checkout, text: '[{"server":"./"}]', cwd, targets: [{ output }], say: () => undefined }
  const error = await compose(composition).catch((thrown: unknown) => thrown)
  assert.ok(error instanceof BuildFailure)
  assert.match(
    error.problems.join('\n'),
    /^HOST_PLUGINS\[0\] "server" "\.\/" bypasses the host's network controls with net in its dependency "pg" \(pg\/\S+ line \d+\): send requests/,
  )
})
