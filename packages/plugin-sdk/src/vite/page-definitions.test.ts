// @vitest-environment node
import { runInThisContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { createFixtureApp, goodPlugin } from './fixture-app.ts'
import { pageDefinitions } from './page-definitions.ts'

// A build takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const source = `import * as z from 'zod/mini'
import { endpointsWith, nothing } from '@host/plugin/wire'

const defineEndpoint = endpointsWith(z.toJSONSchema)
const Title = z.string().check(z.maxLength(60), z.describe('told: title (of a note)'))

export const createNote = defineEndpoint({
  pattern: 'POST /api/x/notes/notes',
  input: z.strictObject({ title: Title.check(z.describe("told: what's \\"new\\"")) }),
  output: nothing,
  summary: \`told: Create
    a note\`,
  description: 'told: ' + 'at length', // told: beside it
  errors: ['conflict'],
  mcp: {
    name: 'told',
    description: 'told: to agents',
  },
  examples: [{ input: { title: 'told: 创建' }, output: undefined }],
})
`

const kept = (code: string): readonly number[] => code.split('\n').map((line) => line.length)

test('§A14 texts of a definition for people, programs and agents are blanked, and nothing else moves', () => {
  const code = pageDefinitions('/notes/shared.ts', source) ?? ''
  expect(code.replace('// told: beside it', '')).not.toContain('told')
  expect(code).toContain("summary: ''")
  expect(code).toContain("errors: ['conflict'],")
  expect(code).toContain('z.maxLength(60)')
  expect(kept(code)).toEqual(kept(source))
})

test('code that is not a definition stays unchanged', () => {
  const others = [
    `card({ summary: 'told', description: 'told' })`,
    `card({ pattern: 'told', input: 1, output: 2, summary: 'told', description: 'told' })`,
    `describe('told', () => undefined)\nimport * as z from 'zod'\nz.describe('told')`,
    `import * as z from 'other'\nexport const a = z.string().check(z.describe('told'))`,
    `defineEndpoint({ summary: 'told'`,
  ]
  for (const code of others) expect(pageDefinitions('/notes/page.tsx', code), code).toBeUndefined()
})

test('a definition of any text keeps its members and its lines', () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 })
  fc.assert(
    fc.property(text, text, (summary, description) => {
      const told = { summary: JSON.stringify(summary), description: JSON.stringify(description) }
      const before = `export default define({ pattern: 'GET /a', input: 1, description: ${told.description}, output: 2, summary: ${told.summary} })`
      const after = pageDefinitions('/notes/shared.js', before) ?? ''
      expect(after.length).toBe(before.length)
      const members = runInThisContext(`JSON.stringify(${after.slice('export default define'.length)})`) as string
      expect(JSON.parse(members)).toEqual({ pattern: 'GET /a', input: 1, output: 2, summary: '' })
    }),
    { numRuns: process.env['HOST_SOAK'] === '1' ? 20_000 : 100 },
  )
})

test('§A14 §A96 nothing of it is in the pages that are built, also of a plugin from elsewhere', async () => {
  const app = createFixtureApp()
  try {
    const definition = `import { defineEndpoint, nothing } from '@host/plugin/wire'
const exampleNote = { id: 'told', tags: ['told'], author: { name: 'told' }, at: null }
export const exampleTag = { name: 'told' }
const examples = [{ input: undefined, output: { ...exampleNote, title: 'told', tag: exampleTag } }, { input: undefined, output: exampleNote }]
export const listNotes = defineEndpoint({ pattern: 'GET /api/x/notes/notes', input: nothing, output: nothing, summary: 'told', description: 'told', mcp: { description: 'told' }, examples: [{ input: undefined, output: { ...exampleNote, title: 'told', tag: exampleTag } }] })
export const readNote = defineEndpoint({ pattern: 'GET /api/x/notes/notes/{id}', input: nothing, output: nothing, summary: 'told', examples })`
    const page = `import { listNotes } from './shared.js'
export default function NotesPage() { return listNotes.pattern + listNotes.summary }`
    app.compose('notes', { ...goodPlugin, 'shared.js': definition, 'NotesPage.js': page })
    const code = (await app.build()).map((one) => (one.type === 'chunk' ? one.code : '')).join('\n')
    expect(code.includes('GET /api/x/notes/notes')).toBe(true)
    expect(/[`'"]told[`'"]/.test(code)).toBe(false)
  } finally {
    app.remove()
  }
})
