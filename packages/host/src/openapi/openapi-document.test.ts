import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineEndpoint, nothing, type Endpoint, type JsonSchema, type PluginFacts } from '@host/plugin'
import type { ApiRoute } from '@host/plugin/platform'
import fc from 'fast-check'
import type { JsonObject } from '../support/json.ts'
import { openApiDocument } from './openapi-document.ts'
import { operationIds } from './operation-ids.ts'

/** A schema with a given description, without a library. */
function saying(schema: JsonSchema) {
  return {
    '~standard': {
      version: 1 as const,
      vendor: 'test',
      validate: (value: unknown) => ({ value: value as object }),
      jsonSchema: { input: () => schema, output: () => schema },
    },
  }
}

const noPlugin = {
  name: 'notes',
  feature: 'notes',
  info: { title: 'Notes', description: 'Keeps notes' },
  i18n: { zh: { 'info.title': '笔记' } },
}

function routeOf(endpoint: Endpoint, more: Partial<ApiRoute> = {}): ApiRoute {
  return {
    pattern: endpoint.pattern,
    audience: 'member',
    requirements: { session: 'any' },
    scopes: ['notes.read'],
    agents: true,
    rateLimit: 'api',
    bodyLimit: 1024 * 1024,
    structureLimit: 10_000,
    isIdempotent: !endpoint.pattern.startsWith('GET'),
    endpoint,
    operation: undefined,
    plugin: noPlugin as unknown as PluginFacts,
    ...more,
  }
}

function documentOf(routes: readonly ApiRoute[]) {
  return openApiDocument({ routes, ids: operationIds(routes), version: '1.0.0', publicUrl: undefined })
}

function at(node: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((each, key) => (each as JsonObject | undefined)?.[key], node)
}

const reading = (pattern: string, input: JsonSchema, output: JsonSchema): ApiRoute =>
  routeOf(defineEndpoint({ pattern, input: saying(input), output: saying(output), summary: 'Read' }) as Endpoint)

test('definitions of a schema become components, equal ones once, and those that only share a name apart', () => {
  const tree = { type: 'object', properties: { below: { $ref: '#/$defs/Tree' } } }
  const other = { type: 'object', properties: { other: { $ref: '#/$defs/Tree' } } }
  const withTree = (definition: JsonObject): JsonSchema => ({ $defs: { Tree: definition }, $ref: '#/$defs/Tree' })
  const document = documentOf([
    reading('GET /api/x/notes/one', {}, withTree(tree)),
    reading('GET /api/x/notes/two', {}, withTree(tree)),
    reading('GET /api/x/notes/three', {}, withTree(other)),
  ])
  const schemas = at(document, 'components', 'schemas') as JsonObject
  assert.deepEqual(Object.keys(schemas), ['NotesReadThreeOutputTree', 'Problem', 'Tree'])
  assert.equal(at(schemas, 'Tree', 'properties', 'below', '$ref'), '#/components/schemas/Tree')
  assert.equal(
    at(schemas, 'NotesReadThreeOutputTree', 'properties', 'other', '$ref'),
    '#/components/schemas/NotesReadThreeOutputTree',
  )
})

test('a schema that refers to its own root becomes a component, and pointers into it lead there', () => {
  const list = {
    type: 'object',
    properties: { value: { type: 'string' }, next: { $ref: '#' }, same: { $ref: '#/properties/value' } },
  }
  const document = documentOf([reading('GET /api/x/notes/list', {}, list)])
  const schemas = at(document, 'components', 'schemas') as JsonObject
  assert.equal(
    at(schemas, 'NotesReadListOutput', 'properties', 'next', '$ref'),
    '#/components/schemas/NotesReadListOutput',
  )
  assert.equal(
    at(schemas, 'NotesReadListOutput', 'properties', 'same', '$ref'),
    '#/components/schemas/NotesReadListOutput/properties/value',
  )
})

test('a request takes no property that its schema does not name, and an answer may have more of them', () => {
  const inner = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false }
  const input = { type: 'object', properties: { inner, free: { type: 'object', additionalProperties: true } } }
  const definition = defineEndpoint({
    pattern: 'POST /api/x/notes/notes',
    input: saying(input),
    output: saying(inner),
    summary: 'Create',
  })
  const operation = at(documentOf([routeOf(definition)]), 'paths', '/api/x/notes/notes', 'post')
  const taken = at(operation, 'requestBody', 'content', 'application/json', 'schema')
  assert.equal(at(taken, 'additionalProperties'), false)
  assert.equal(at(taken, 'properties', 'inner', 'additionalProperties'), false)
  assert.equal(at(taken, 'properties', 'free', 'additionalProperties'), true)
  const given = at(operation, 'responses', '200', 'content', 'application/json', 'schema')
  assert.deepEqual(given, { type: 'object', properties: { a: { type: 'string' } } })
})

test('a composed schema has the properties of all its parts and no others', () => {
  const part = (name: string): JsonObject => ({
    type: 'object',
    properties: { [name]: {} },
    additionalProperties: false,
  })
  const definition = defineEndpoint({
    pattern: 'POST /api/x/notes/notes',
    input: saying({ allOf: [part('a'), { anyOf: [part('b'), part('c')] }] }),
    output: nothing,
    summary: 'Create',
  })
  const operation = at(documentOf([routeOf(definition)]), 'paths', '/api/x/notes/notes', 'post')
  const open = (name: string): JsonObject => ({ type: 'object', properties: { [name]: {} } })
  assert.deepEqual(at(operation, 'requestBody', 'content', 'application/json', 'schema'), {
    unevaluatedProperties: false,
    allOf: [open('a'), { anyOf: [open('b'), open('c')] }],
  })
})

test('a query is one parameter for each property, and required where every form of it asks for it', () => {
  const form = (name: string): JsonObject => ({
    type: 'object',
    properties: { kind: { type: 'string', description: 'Which.' }, [name]: { type: 'integer' } },
    required: ['kind', name],
  })
  const document = documentOf([reading('GET /api/x/notes/notes', { anyOf: [form('a'), form('b')] }, {})])
  const parameters = at(document, 'paths', '/api/x/notes/notes', 'get', 'parameters') as readonly JsonObject[]
  assert.deepEqual(parameters, [
    { name: 'kind', in: 'query', required: true, description: 'Which.', schema: { type: 'string' } },
    { name: 'a', in: 'query', schema: { type: 'integer' } },
    { name: 'b', in: 'query', schema: { type: 'integer' } },
    { $ref: '#/components/parameters/XWorkspace' },
    { $ref: '#/components/parameters/Workspace' },
  ])
})

test('§I9 a workspace is named where a route is of one, by header or address, unless the address is taken', () => {
  const own = { type: 'object', properties: { workspace: { type: 'string' } } }
  const document = documentOf([
    reading('GET /api/x/notes/own', own, {}),
    { ...reading('GET /api/instance/notes', {}, {}), audience: 'instance' },
    { ...reading('GET /api/x/notes/open', {}, {}), audience: 'public' },
  ])
  const parametersOf = (path: string) => JSON.stringify(at(document, 'paths', path, 'get', 'parameters') ?? [])
  assert.match(parametersOf('/api/x/notes/own'), /XWorkspace"/)
  assert.doesNotMatch(parametersOf('/api/x/notes/own'), /parameters\/Workspace"/)
  for (const path of ['/api/instance/notes', '/api/x/notes/open']) assert.equal(parametersOf(path), '[]')
})

test('two patterns that call one wildcard by two names are one path', () => {
  const document = documentOf([
    reading('GET /api/x/notes/notes/{id}', {}, {}),
    reading('DELETE /api/x/notes/notes/{noteId}', {}, {}),
    reading('GET /api/x/notes/files/{path...}', {}, {}),
  ])
  assert.deepEqual(Object.keys(at(document, 'paths') as object), [
    '/api/x/notes/notes/{id}',
    '/api/x/notes/files/{path}',
  ])
  const [parameter] = at(document, 'paths', '/api/x/notes/notes/{id}', 'delete', 'parameters') as readonly JsonObject[]
  assert.equal(parameter?.['name'], 'id')
})

test('a deprecated route is marked, with its replacement', () => {
  const definition = defineEndpoint({
    pattern: 'GET /api/x/notes/old',
    input: nothing,
    output: nothing,
    summary: 'Read',
    description: 'As it was.',
  })
  const deprecated = { since: '2026-03-01', sunset: '2026-09-01', use: 'GET /api/x/notes/new' }
  const operation = at(documentOf([routeOf(definition, { deprecated })]), 'paths', '/api/x/notes/old', 'get')
  assert.equal(at(operation, 'deprecated'), true)
  assert.match(String(at(operation, 'description')), /^As it was\.\n\nDeprecated since 2026-03-01/)
  const headers = Object.keys(at(operation, 'responses', '204', 'headers') as object)
  assert.deepEqual(['Deprecation', 'Link', 'Sunset'].filter((name) => headers.includes(name)).length, 3)
})

test('§A8 the names of operations hang on the patterns of their plugin and on no order', () => {
  const patterns = ['GET /api/x/notes/a-b', 'GET /api/x/notes/a_b', 'GET /api/x/notes/a.b', 'POST /api/x/notes/notes']
  const routes = patterns.map((pattern) => reading(pattern, {}, {}))
  const expected = operationIds(routes)
  assert.equal(new Set(expected.values()).size, patterns.length)
  fc.assert(
    fc.property(fc.shuffledSubarray(routes, { minLength: routes.length }), (shuffled) => {
      assert.deepEqual(operationIds(shuffled), expected)
    }),
  )
})

test('a raw route is described by its own words, with the refusals of the host beside them', () => {
  const operation = {
    summary: 'Read a file',
    query: { part: 'Which part of it.' },
    answers: {
      200: { description: 'The file.', content: { type: 'image/*' } },
      404: { description: 'There is no such file.', content: { type: 'text/plain' } },
    },
    errors: ['gone'] as const,
  }
  const route = { ...reading('GET /api/x/notes/files/{path...}', {}, {}), endpoint: undefined, operation }
  const silent = { ...route, pattern: 'GET /api/x/notes/silent', operation: undefined }
  const document = documentOf([route, silent])
  assert.deepEqual(Object.keys(at(document, 'paths') as object), ['/api/x/notes/files/{path}'])
  const described = at(document, 'paths', '/api/x/notes/files/{path}', 'get')
  const responses = at(described, 'responses') as JsonObject
  assert.deepEqual(at(responses, '200', 'content'), { 'image/*': {} })
  assert.deepEqual(Object.keys(at(responses, '404', 'content') as object), ['text/plain', 'application/problem+json'])
  assert.match(String(at(responses, '404', 'description')), /^There is no such file\.\n\n- `not_found`/)
  assert.deepEqual(responses['410'], { $ref: '#/components/responses/410.gone' })
  const names = (at(described, 'parameters') as readonly JsonObject[]).map(({ name }) => name)
  assert.deepEqual(names.slice(0, 2), ['path', 'part'])
})

test("a tag has its plugin's name in each language", () => {
  const document = documentOf([reading('GET /api/x/notes/notes', {}, {})])
  const [tag] = at(document, 'tags') as readonly JsonObject[]
  assert.deepEqual(at(tag, 'x-titles'), { en: 'Notes', zh: '笔记' })
})
