// @vitest-environment node
import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { document } from '../fixture.ts'
import type { Operation } from './operation.ts'
import { readGroups } from './read-groups.ts'
import { resolverOf } from './resolve.ts'
import { sampleOf } from './sample-of.ts'
import { nodeOf, schemaNodes, type SchemaNode } from './schema-node.ts'
import { clientSnippet, curlSnippet, exampleCall } from './snippets.ts'

// A shell is started for every command; a busy machine takes its time.
vi.setConfig({ testTimeout: 120_000 })

const isSoak = process.env['HOST_SOAK'] === '1'
const origin = 'https://host.example'
const resolve = resolverOf(document)
const [putBed, listTools] = readGroups(document, 'en').flatMap(({ operations }) => operations) as [Operation, Operation]
const snippet = (operation: Operation, make = curlSnippet) =>
  make({ operation, call: exampleCall(operation, resolve), origin })

/** The arguments that a shell hands to curl. */
function argumentsOf(command: string): readonly string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`
  const { stdout, stderr, status } = spawnSync('sh', ['-c', script], {
    encoding: 'utf8',
    env: { HOST_TOKEN: 'secret' },
  })
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  return stdout.split('\0').slice(0, -1)
}

test('§A59 an example for the terminal is filled in, and takes the token from the environment', () => {
  const command = snippet(putBed)
  expect(command).not.toContain('secret')
  expect(argumentsOf(command)).toEqual([
    '--request',
    'PUT',
    `${origin}/api/x/garden/beds/id`,
    '--header',
    'authorization: Bearer secret',
    '--header',
    'content-type: application/json',
    '--data-raw',
    '{"name":"text","kind":"flowers"}',
  ])
  expect(argumentsOf(snippet(listTools))).toEqual(['--request', 'GET', `${origin}/api/tools?q=a%26b`])
})

test('§A59 any text of a definition stays one argument of the shell', () => {
  const mark = fc.constantFrom(...'\'"$`\\!;&|<>(){}[]*?#~=% \n\t@a审\u{1F600}')
  fc.assert(
    fc.property(fc.array(fc.string({ unit: mark, maxLength: 20 }), { minLength: 20, maxLength: 40 }), (texts) => {
      const body = { type: 'application/json', schema: undefined, example: texts }
      expect(argumentsOf(snippet({ ...putBed, body })).at(-1)).toBe(JSON.stringify(texts))
    }),
    { numRuns: isSoak ? 200 : 4 },
  )
})

test('§A59 an example for a program calls the pattern with one object', () => {
  expect(snippet(putBed, clientSnippet)).toBe(
    [
      "import { createClient } from '@host/client'",
      '',
      `const client = createClient({ baseUrl: "${origin}", token: process.env.HOST_TOKEN })`,
      'const answer = await client.open("PUT /api/x/garden/beds/{id}", {',
      '  id: "id",',
      '  name: "text",',
      '  kind: "flowers"',
      '})',
      'const body = await answer.json()',
    ].join('\n'),
  )
  expect(snippet(listTools, clientSnippet)).not.toContain('json()')
})

test('§A58 a circle of references and one that leads nowhere are nothing', () => {
  expect(resolve({ $ref: '#/components/schemas/Circle' })).toEqual({})
  expect(resolve({ $ref: 'https://elsewhere.example/schema.json' })).toEqual({})
  expect(resolve({ $ref: '#/constructor/prototype' })).toEqual({})
  expect(resolve({ $ref: '#/components/schemas/Tree/properties/label' })).toEqual({ type: 'string' })
})

test('§A58 lists, choices, maps and combined parts are read as their content', () => {
  const text = { type: 'string' }
  const schema = {
    type: 'object',
    properties: {
      rows: { type: 'array', items: { type: 'array', items: { type: 'object', properties: { cell: text } } } },
      either: { anyOf: [{ type: 'object', properties: { a: text } }, { type: 'null' }] },
      both: {
        allOf: [
          { type: 'object', properties: { a: text } },
          { type: 'object', properties: { b: text } },
        ],
      },
      any: { type: 'object', additionalProperties: { type: 'integer', maximum: 5 } },
      one: { const: 1 },
    },
  }
  const shown = (nodes: readonly SchemaNode[]): unknown =>
    nodes.map(({ name, type, children }) => [name, type, ...children().map((child) => shown([child]))])
  expect(shown(schemaNodes(schema, resolve))).toEqual([
    ['rows', 'list of list of object', [['cell', 'string']]],
    ['either', 'object | null', [['', 'object', [['a', 'string']]]], [['', 'null']]],
    ['both', 'object', [['a', 'string']], [['b', 'string']]],
    ['any', 'object', [['*', 'integer']]],
    ['one', '1'],
  ])
})

test('§A58 a part that includes itself adds nothing more', () => {
  const circle = { schemas: { Own: { allOf: [{ $ref: '#/schemas/Own' }, { properties: { a: { type: 'string' } } }] } } }
  const own = resolverOf(circle)
  const names = schemaNodes(circle.schemas.Own, own).map(({ name }) => name)
  expect(new Set(names)).toEqual(new Set(['a']))
})

test('§A58 reading ends for any document, and a branch is not resolved before it is opened', () => {
  const name = fc.constantFrom(
    'type',
    'properties',
    'items',
    'anyOf',
    'allOf',
    '$ref',
    'enum',
    'required',
    'a',
    '__proto__',
  )
  const leaf = fc.oneof(
    fc.constantFrom('object', 'array', 'string', '#', '#/', '#/a', '#/properties/a', '#/items'),
    fc.jsonValue({ maxDepth: 1 }),
  )
  const { any } = fc.letrec<{ any: unknown }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 5 },
      leaf,
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(name, tie('any'), { maxKeys: 4 }),
    ),
  }))
  fc.assert(
    fc.property(any, (schema) => {
      const own = resolverOf(schema)
      readGroups(schema, 'en')
      sampleOf(schema, own)
      let level = [nodeOf(schema, { name: '', isRequired: true }, own)]
      for (let depth = 0; depth < 4; depth += 1) level = level.slice(0, 20).flatMap((node) => [...node.children()])
    }),
    { numRuns: isSoak ? 20_000 : 1000 },
  )
})

test('plugins go by their titles in the language of the reader', () => {
  const tagged = { ...document, tags: [{ name: 'garden', 'x-displayName': 'Garden', 'x-titles': { zh: '花园' } }] }
  expect(readGroups(tagged, 'zh').map(({ title }) => title)).toEqual(['花园', 'tools'])
  expect(readGroups(tagged, 'en').map(({ title }) => title)).toEqual(['Garden', 'tools'])
})
