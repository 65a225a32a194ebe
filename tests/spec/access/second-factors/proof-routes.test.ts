/** The routes that ask for a proof, read from the definitions of the build and called one by one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PluginCatalog, type RouteFacts } from '@host/plugin'
import { inTree } from '../../../../apps/server/src/edition.ts'
import { secretsIn } from '../../agents/definition-facts.ts'
import { openSignInLab, type Browser, type SignInLab } from './sign-in-lab.ts'

const edition = inTree.map(({ plugin }) => plugin)
const unknown = 'notInAnyInput'

test('§I11 every owner-only route and every route that reveals a secret asks a session for a recent proof', async () => {
  await using lab = await openSignInLab(undefined, edition)
  const routes = provedRoutes(lab)
  assert.ok(routes.length > 30, `${routes.length} routes`)
  const people = {
    owner: await lab.withPassword('owner@host.test'),
    admin: await lab.withPassword('instance-admin@host.test'),
  }
  const callerOf = ({ audience }: RouteFacts): Browser => (audience === 'instance' ? people.admin : people.owner)
  for (const route of routes) {
    assert.equal(await answerTo(callerOf(route), route), 'invalid_input', `fresh ${route.pattern}`)
  }
  lab.host.clock.advance({ minutes: 15 })
  for (const route of routes) {
    assert.equal(await answerTo(callerOf(route), route), 'reauthentication_required', `stale ${route.pattern}`)
  }
})

test('§I11 an owner-only route refuses every API token, and one that reveals a secret takes a token with its scope', async () => {
  await using lab = await openSignInLab(undefined, edition)
  const owner = await lab.withPassword('owner@host.test')
  const { items } = (await owner.send('GET', '/api/tokens/scopes')).body
  const scopes = (items as { name: string }[]).map(({ name }) => name).filter((name) => name !== 'mcp.use')
  const { token } = (await owner.send('POST', '/api/tokens', { name: 'All', scopes })).body
  const routes = provedRoutes(lab).filter(({ audience }) => audience !== 'instance')
  const taken: string[] = []
  for (const route of routes) {
    const code = await answerTo(lab.program(String(token)), route)
    if (isOwners(route)) assert.equal(code, 'session_required', route.pattern)
    else if (code === 'invalid_input') taken.push(route.pattern)
    else assert.equal(code, 'session_required', route.pattern)
  }
  assert.deepEqual(taken, [
    'POST /api/x/domains/ddns-tokens',
    'POST /api/x/domains/zones/{id}/keys',
    'POST /api/x/mail/inbound/rotate',
    'POST /api/x/mail/providers/rotate',
    'POST /api/x/products/licenses/{id}/reveal',
    'POST /api/webhooks',
    'POST /api/webhooks/{id}/rotate-secret',
    'POST /api/notifications/workspace-channels',
  ])
})

test('§I11 an endpoint whose answer holds a secret says so', async () => {
  await using lab = await openSignInLab(undefined, edition)
  const silent = routesOf(lab).filter(
    ({ endpoint, audience }) =>
      endpoint !== undefined &&
      audience !== 'public' &&
      endpoint.revealsSecret !== true &&
      secretsIn(endpoint.jsonSchema('output')).some((name) => !harmless.has(name)),
  )
  assert.deepEqual(
    silent.map(({ pattern }) => pattern),
    [],
  )
})

/** Names that look like secrets: the token of the session itself against forged requests, and a mask that hides one. */
const harmless: ReadonlySet<string> = new Set(['csrfToken', 'clientSecret'])

function routesOf({ host }: SignInLab): readonly RouteFacts[] {
  return host
    .service(PluginCatalog)
    .list()
    .flatMap(({ routes }) => routes)
}

function provedRoutes(lab: SignInLab): readonly RouteFacts[] {
  const asks = (route: RouteFacts): boolean => isOwners(route) || isStated(route) || isRevealing(route)
  return routesOf(lab).filter((route) => route.endpoint !== undefined && asks(route))
}

function isOwners({ audience, endpoint }: RouteFacts): boolean {
  return audience === 'owner' || endpoint?.role === 'owner'
}

function isStated({ endpoint }: RouteFacts): boolean {
  return endpoint?.session === 'recent'
}

function isRevealing({ endpoint }: RouteFacts): boolean {
  return endpoint?.revealsSecret === true
}

/** The problem code of a call with invalid input. */
async function answerTo(browser: Pick<Browser, 'send'>, { pattern }: RouteFacts): Promise<string | undefined> {
  const [method = '', path = ''] = pattern.split(' ')
  const filled = path.replaceAll(/\{[^}]+\}/g, 'unknown')
  const isQuery = method === 'GET' || method === 'DELETE'
  const { code } = isQuery
    ? await browser.send(method, `${filled}?${unknown}=1`)
    : await browser.send(method, filled, { [unknown]: true })
  return code
}

test('§I11 a handler that asks for a proof by itself is one of those whose input decides', async () => {
  await using lab = await openSignInLab(undefined, edition)
  const asking = routesOf(lab).filter(({ endpoint }) => endpoint?.errors.includes('reauthentication_required') === true)
  assert.deepEqual(asking.map(({ pattern }) => pattern).toSorted(), [
    'DELETE /api/members/{userId}',
    'PATCH /api/members/{userId}',
    'PATCH /api/workspaces/{id}',
    'POST /api/auth/password',
  ])
})
