import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Endpoint } from '@host/plugin'
import { startSpecHost, type SpecHost } from '../../lab/spec-host.ts'
import type { Visitor } from '../../lab/visitor.ts'
import { routesOf, type EditionRoute } from './edition-routes.ts'
import { fillWorkspace } from './fill-workspace.ts'
import { foreignInputs, foreignPaths, reviewed, type ForeignCall, type Things } from './foreign-ids.ts'

interface Lab {
  readonly host: SpecHost
  readonly routes: readonly EditionRoute[]
  /** Calls from the second workspace. */
  readonly caller: Visitor
  /** Records of the first workspace. */
  readonly theirs: Things
  /** Records of the second workspace. */
  readonly own: Things
}

async function open(): Promise<Lab & AsyncDisposable> {
  await using stack = new AsyncDisposableStack()
  const host = stack.use(
    await startSpecHost({
      environment: {
        HOST_SAFEHTTP_ALLOW: '127.0.0.1:49151',
        HOST_PUBLIC_URL: 'http://host.test',
        HOST_DNS_RESOLVERS: '127.0.0.1:9',
      },
    }),
  )
  const { ada, cleo, dora } = await host.people()
  const theirs = await fillWorkspace(host.host, ada, cleo)
  const own = await fillWorkspace(host.host, dora, dora)
  const opened = stack.move()
  const close = async (): Promise<void> => await opened.disposeAsync()
  return { host, routes: routesOf(host.host), caller: dora, theirs, own, [Symbol.asyncDispose]: close }
}

/** Unused IDs of the same form. */
function unknownLike(things: Things): Things {
  const other = (id: string): string => `${id.slice(0, -4)}${id.endsWith('0000') ? '1111' : '0000'}`
  return Object.fromEntries(Object.entries(things).map(([name, id]) => [name, other(id)])) as unknown as Things
}

async function send(caller: Visitor, { method = 'GET', path }: EditionRoute, call: ForeignCall) {
  const filled = Object.entries(call.params ?? {}).reduce((text, [name, id]) => text.replace(`{${name}}`, id), path)
  const query = call.query === undefined ? '' : `?${new URLSearchParams(call.query).toString()}`
  const { status, body } = await caller.send(method, `${filled}${query}`, { body: call.body })
  const { requestId: _, ...said } = (typeof body === 'object' ? body : { body }) as Record<string, unknown>
  return { status, body: said }
}

/** Routes of workspaces and people; the console is the instance's, and instance admins see all of it. */
const isTenants = ({ audience, plugin }: EditionRoute): boolean => audience !== 'instance' && plugin !== 'host'

test('§I35 every route with a wildcard, and every input with an ID, has a test for foreign IDs', async () => {
  await using lab = await open()
  const routes = lab.routes.filter(isTenants)
  const paths = routes.filter(({ path }) => path.includes('{') && !path.endsWith('{$}')).map(({ pattern }) => pattern)
  const inputs = routes.flatMap(({ pattern, endpoint }) => idsIn(endpoint).map((name) => `${pattern} ${name}`))
  const known = new Set([...Object.keys(foreignPaths), ...Object.keys(foreignInputs), ...Object.keys(reviewed)])
  assert.deepEqual([...paths, ...inputs].filter((one) => !known.has(one)).toSorted(), [])
  const present = new Set([...paths, ...inputs])
  assert.deepEqual(
    [...known].filter((one) => !present.has(one)),
    [],
    'These stand in a table and are no more.',
  )
})

test('§I35 an ID of another workspace is not found, in path, query and body, like an unknown one', async () => {
  await using lab = await open()
  const { caller, theirs, own } = lab
  const calls = { ...foreignPaths, ...foreignInputs }
  const wrong: string[] = []
  for (const [name, call] of Object.entries(calls)) {
    const [method = '', path = ''] = name.split(' ')
    const route = lab.routes.find(({ pattern }) => pattern === `${method} ${path}`)
    if (route === undefined) continue
    const foreign = await send(caller, route, call(theirs, own))
    const unknown = await send(caller, route, call(unknownLike(theirs), own))
    const { isList = false, status = isList ? 200 : 404 } = call(theirs, own)
    const isExpected = foreign.status === status
    if (!isExpected) wrong.push(`${name}: ${foreign.status} ${JSON.stringify(foreign.body)}`)
    assert.deepEqual(foreign, unknown, name)
  }
  assert.deepEqual(wrong, [])
})

test('a key of another workspace is a key like any other: it neither replays nor hinders', async () => {
  await using lab = await open()
  const { ada, dora } = { ada: lab.host.visitor(), dora: lab.caller }
  await ada.signIn('ada@example.test', 'tea-houses by the sea')
  const headers = { 'idempotency-key': 'the-same-key-in-both' }
  const body = { page: '/members', name: 'Owners', query: 'role=owner' }
  const save = async (person: Visitor) => await person.send<{ id: string }>('POST', '/api/views', { body, headers })
  const [first, second, again] = [await save(ada), await save(dora), await save(dora)]
  assert.deepEqual([first.status, second.status, again.status], [201, 201, 201])
  assert.notEqual(first.body.id, second.body.id)
  assert.deepEqual([second.headers.get('idempotency-replayed'), again.body.id], [null, second.body.id])
})

test('a header that names another workspace has no effect', async () => {
  await using lab = await open()
  const { caller, theirs } = lab
  for (const { pattern, method, path, audience, endpoint } of lab.routes) {
    const isPlain = method === 'GET' && !path.includes('{') && ['member', 'admin', 'owner'].includes(audience)
    if (!isPlain || endpoint === undefined) continue
    const names = ['x-workspace-id', 'x-org-id', 'x-tenant-id', 'x-forwarded-user', 'last-event-id']
    const headers = Object.fromEntries(names.map((name) => [name, theirs.workspace]))
    const text = JSON.stringify((await caller.get(path, headers)).body)
    for (const id of Object.values(theirs)) assert.ok(!text.includes(id), `${pattern} shows ${id}`)
  }
})

/** The properties of an input that take an id: by their names, at the top. */
function idsIn(endpoint: Endpoint | undefined): readonly string[] {
  if (endpoint === undefined || endpoint.audience === 'public') return []
  const { properties } = endpoint.jsonSchema('input') as { readonly properties?: object }
  return Object.keys(properties ?? {}).filter((name) =>
    /^id$|Ids?$|^(?:target|actor|member|user|workspace)$/.test(name),
  )
}
