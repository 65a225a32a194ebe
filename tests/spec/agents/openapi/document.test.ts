import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, json } from '@host/plugin'
import type { OpenApiDocument } from '@host/plugin/platform'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { hostPatterns } from '../../../../packages/host/src/boot/host-routes.ts'
import { infoOf } from '../../lab/plugins.ts'
import { reviewedFor } from '../../lab/reviewed-routes.ts'
import type { Visitor } from '../../lab/visitor.ts'
import { operationsOf, startDescribed } from './described-host.ts'

/** Findings of an independent linter with its recommended rules, and of an independent validator. */
async function findings(document: OpenApiDocument): Promise<readonly string[]> {
  const config = await createConfig('extends: [recommended]')
  const source = JSON.stringify(document)
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  const { valid, errors } = await new Validator().validate(JSON.parse(source) as Record<string, unknown>)
  return [
    ...problems.map(({ severity, ruleId, message, location }) =>
      [severity, ruleId, message, location[0]?.pointer].join(' '),
    ),
    ...(valid ? [] : [JSON.stringify(errors)]),
  ]
}

const notes = definePlugin({
  name: 'notes',
  info: infoOf('Notes'),
  models: [],
  mount(mux, ctx) {
    const answers = { 200: { description: 'The note.', content: { type: 'text/plain' } } }
    mux.handle(
      'GET /api/x/notes/files/{path...}',
      ctx.guard(({ params }) => json(params.path)),
      { operation: { summary: 'Read a file', query: { part: 'Which part of it' }, answers, errors: ['gone'] } },
    )
    mux.handle(
      '/api/x/notes/anything',
      ctx.guard(() => json([])),
      { operation: { summary: 'Do anything', body: { type: 'text/plain' }, answers } },
    )
  },
})

test('§A1 the whole description and that of a workspace pass two independent validators without a finding', async () => {
  await using lab = await startDescribed({ plugins: [notes] })
  const { ada } = await lab.host.people()
  const whole = (await ada.get<OpenApiDocument>('/api/instance/openapi.json')).body
  const seen = (await ada.get<OpenApiDocument>('/api/openapi.json')).body
  assert.equal(whole['openapi'], '3.1.1')
  assert.deepEqual(await findings(whole), [])
  assert.deepEqual(await findings(seen), [])
  assert.notDeepEqual(await findings({ ...whole, servers: [] }), [], 'The linter has to find what is wrong.')
})

test('§A2 every route of the build is an operation, or one that a user has left out for a reason', async () => {
  await using lab = await startDescribed()
  const document = await lab.api.document()
  const described = new Set(operationsOf(document).map(({ method, path }) => `${method.toUpperCase()} ${path}`))
  const own = hostPatterns().map(({ pattern }) => pattern.text)
  const routes = [...own, ...lab.api.routes().map(({ pattern }) => pattern)]
  const left = routes.filter((pattern) => !described.has(pattern.replaceAll('...}', '}')))
  assert.deepEqual(left.toSorted(), reviewedFor('undescribed'))
  assert.equal(described.size + left.length, routes.length, 'Nothing is described that is not a route.')
})

test('§A3 a workspace sees neither the console nor its disabled features, and a re-enabled one at once', async () => {
  await using lab = await startDescribed({ plugins: [notes] })
  const { ada, dora } = await lab.host.people()
  assert.ok((await featuresOf(ada)).has('notes'))
  assert.equal((await ada.send('PUT', '/api/features/notes', { body: { enabled: false } })).status, 200)
  assert.equal((await featuresOf(ada)).has('notes'), false)
  assert.ok((await featuresOf(dora)).has('notes'), 'Another workspace decides for itself.')
  const { body } = await ada.get<OpenApiDocument>('/api/openapi.json')
  const { paths, tags } = body as { paths: object; tags: readonly { name: string }[] }
  assert.deepEqual(
    Object.keys(paths).filter((path) => path.startsWith('/api/instance') || path.startsWith('/api/x/notes')),
    [],
  )
  assert.equal(
    tags.some(({ name }) => name === 'notes'),
    false,
  )
  await ada.send('PUT', '/api/features/notes', { body: { enabled: true } })
  assert.ok((await featuresOf(ada)).has('notes'))
})

async function featuresOf(visitor: Visitor): Promise<ReadonlySet<string | undefined>> {
  const { body } = await visitor.get<OpenApiDocument>('/api/openapi.json')
  return new Set(operationsOf(body).map(({ value }) => value['x-feature']))
}

test('§A3 anonymous clients and members learn nothing of the console, and anonymous clients nothing at all', async () => {
  await using lab = await startDescribed()
  const { cleo, eve } = await lab.host.people()
  const statuses = async (visitor: Visitor) => [
    (await visitor.get('/api/openapi.json')).status,
    (await visitor.get('/api/instance/openapi.json')).status,
  ]
  assert.deepEqual(await statuses(lab.host.visitor()), [401, 401])
  assert.deepEqual(await statuses(eve), [403, 403])
  assert.deepEqual(await statuses(cleo), [200, 403])
})

test('§A8 an operation has one name, the same in every workspace and beside any other plugins', async () => {
  await using lab = await startDescribed()
  const { dora } = await lab.host.people()
  const whole = operationsOf(await lab.api.document())
  const names = new Map(whole.map(({ method, path, value }) => [`${method} ${path}`, value.operationId]))
  assert.equal(new Set(names.values()).size, names.size)
  for (const name of names.values()) assert.match(name, /^[a-z][a-z\d_]+$/)
  await dora.send('PUT', '/api/features/webhooks', { body: { enabled: false } })
  const seen = operationsOf((await dora.get<OpenApiDocument>('/api/openapi.json')).body)
  assert.ok(seen.length > 50)
  for (const { method, path, value } of seen) assert.equal(value.operationId, names.get(`${method} ${path}`))
})

test('§A9 a description has an ETag, and who has it is answered 304 without it', async () => {
  await using lab = await startDescribed({ plugins: [notes] })
  const { ada, dora } = await lab.host.people()
  const first = await ada.get('/api/openapi.json')
  const etag = first.headers.get('etag') ?? ''
  assert.match(etag, /^"[\w-]{27}"$/)
  assert.equal(first.headers.get('cache-control'), 'private, no-cache')
  const again = await ada.get('/api/openapi.json', { 'if-none-match': `"other", W/${etag}` })
  assert.deepEqual([again.status, again.body], [304, ''])
  assert.equal(
    (await dora.get('/api/openapi.json', { 'if-none-match': etag })).status,
    304,
    'The features are the same.',
  )
  await ada.send('PUT', '/api/features/notes', { body: { enabled: false } })
  const changed = await ada.get('/api/openapi.json', { 'if-none-match': etag })
  assert.equal(changed.status, 200)
  assert.notEqual(changed.headers.get('etag'), etag)
})

test('§A9 workspaces with the same features share one description, and only the last few are kept', async () => {
  const plugins = Array.from({ length: 6 }, (_, at) => blank(`blank-${'abcdef'.charAt(at)}`))
  await using lab = await startDescribed({ plugins })
  const { ada, dora } = await lab.host.people()
  const [home, studio] = await Promise.all([workspaceOf(ada), workspaceOf(dora)])
  const first = await lab.api.document(home)
  assert.equal(await lab.api.document(studio), first)
  assert.equal(await lab.api.document(), await lab.api.document())
  for (let set = 1; set < 40; set++) {
    for (const [at, { name }] of plugins.entries()) {
      const enabled = (set & (2 ** at)) === 0
      if (enabled === ((set - 1) & (2 ** at)) > 0) await ada.send('PUT', `/api/features/${name}`, { body: { enabled } })
    }
    await lab.api.document(home)
  }
  assert.notEqual(await lab.api.document(studio), first, 'It was made anew, after 39 others.')
})

function blank(name: string) {
  const answers = { 200: { description: 'Nothing much.' } }
  return definePlugin({
    name,
    info: infoOf(name),
    models: [],
    mount: (mux, ctx) =>
      mux.handle(
        `/api/x/${name}/things` as never,
        ctx.guard(() => json([])),
        { operation: { summary: 'Do nothing', answers } },
      ),
  })
}

async function workspaceOf(visitor: Visitor): Promise<string> {
  return (await visitor.get<{ workspace: { id: string } }>('/api/auth/me')).body.workspace.id
}
