import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, json, type RequestScope } from '@host/plugin'
import { Api, UserGuard } from '@host/plugin/platform'
import { infoOf } from '../../lab/plugins.ts'
import { startSpecHost, type SpecHost } from '../../lab/spec-host.ts'
import { reviewedFor } from '../../lab/reviewed-routes.ts'
import { expectedAnswer, matrixCallers, type GuardAnswer, type MatrixCaller } from '../../access/matrix/callers.ts'
import { routesOf, type EditionRoute } from '../../access/matrix/edition-routes.ts'

/** Lists the routes that the caller may use. */
const teller = definePlugin({
  name: 'teller',
  info: infoOf('Teller'),
  models: [],
  mount(mux, ctx) {
    const api = ctx.lookup(Api)
    const signedIn = ctx.lookup(UserGuard)
    if (api === undefined || signedIn === undefined) throw new Error('There is no description of the API.')
    const tell = async ({ request }: RequestScope): Promise<Response> =>
      json((await api.routesFor(request)).map(({ pattern }) => pattern))
    mux.handle('GET /api/x/teller/public', tell)
    mux.handle('GET /api/x/teller/own', signedIn(tell, { session: 'any', confined: 'allowed' }))
  },
})

/** Has routes with requirements that the product's own routes lack. */
const notes = definePlugin({
  name: 'notes',
  info: infoOf('Notes'),
  models: [],
  permissions: [{ name: 'notes.publish', title: 'Publish', role: 'admin' }],
  mount(mux, ctx) {
    const done = () => json([])
    mux.handle('GET /api/x/notes/notes', ctx.guard(done))
    mux.handle('POST /api/x/notes/publish', ctx.guard(done, { permission: 'notes.publish' }))
    mux.handle('GET /api/x/notes/paid', ctx.guard(done, { tier: 'gold' }))
    mux.handle('POST /api/x/notes/proved', ctx.guard(done, { session: 'recent' }))
  },
})

/** Their handler refuses sessions, which is behind the guard that is asked here. */
const refusing: ReadonlySet<string> = new Set(['GET /api/mcp', 'POST /api/mcp'])
/** An agent calls a route that needs an approval through it. */
const open: ReadonlySet<GuardAnswer> = new Set(['in', 'approval'])

/** By the guard; a secret of its own is asked by the handler. */
const isAdmitted = (route: EditionRoute, caller: MatrixCaller): boolean =>
  open.has(expectedAnswer(route, caller)) || ownSecrets.has(route.pattern)
const ownSecrets: ReadonlySet<string> = new Set(reviewedFor('secret'))

test('§A7 the routes listed for a caller are those that admit it, for every caller and every route', async () => {
  await using host = await startSpecHost({ inTree: [{ plugin: teller, granted: [] }], plugins: [notes] })
  const callers = (await matrixCallers(host)).filter(({ isRefused }) => isRefused !== true)
  const routes = routesOf(host.host).filter(({ plugin, pattern }) => plugin !== 'host' && !refusing.has(pattern))
  for (const caller of callers) {
    // On a route without a guard, a token without the scope counts as anonymous.
    const isAnonymous = caller.name === 'anonymous' || caller.name === 'token of an owner without the scope'
    const path = isAnonymous ? '/api/x/teller/public' : '/api/x/teller/own'
    const told = await toldTo(host, { ...caller.visitor.standing, ...caller.headers }, path)
    const letIn = routes
      .filter((route) => isAdmitted(route, caller) && route.requirements?.tier === undefined)
      .map(({ pattern }) => pattern)
    assert.deepEqual(
      told.filter((pattern) => !refusing.has(pattern)).toSorted(),
      (isAnonymous
        ? routes.filter(({ audience }) => audience === 'public').map(({ pattern }) => pattern)
        : letIn
      ).toSorted(),
      caller.name,
    )
  }
})

test('§A7 routes of disabled features, and those that need a recent proof, are not listed', async () => {
  await using host = await startSpecHost({ inTree: [{ plugin: teller, granted: [] }], plugins: [notes] })
  const { ada } = await host.people()
  const before = await toldTo(host, ada.standing)
  assert.ok(before.includes('GET /api/x/notes/notes') && before.includes('POST /api/x/notes/proved'))
  assert.equal(before.includes('GET /api/x/notes/paid'), false, 'Nobody here sells the tier.')
  await ada.send('PUT', '/api/features/notes', { body: { enabled: false } })
  const after = await toldTo(host, ada.standing)
  assert.deepEqual(
    before.filter((pattern) => !after.includes(pattern)),
    before.filter((pattern) => pattern.includes('/api/x/notes/')),
  )
})

async function toldTo(
  host: SpecHost,
  headers: Readonly<Record<string, string>>,
  path = '/api/x/teller/own',
): Promise<readonly string[]> {
  const response = await fetch(new URL(path, host.host.url), { headers })
  assert.equal(response.status, 200)
  return (await response.json()) as readonly string[]
}
