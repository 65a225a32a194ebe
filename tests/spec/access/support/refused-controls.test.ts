/** What the pages know of the reach of support access: derived from the same definitions as the guard's decision. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { isReachedBySupport } from '@host/plugin/wire'
import { startSpecHost, type SpecHost } from '../../lab/spec-host.ts'
import { controlsOf, endpointNames, gatesCall, startsCall, webSources } from '../../lab/web-calls.ts'
import { routesOf, type EditionRoute } from '../matrix/edition-routes.ts'

/** Calls without a control of their own: the second step of a control that is disabled, and the way out of the workspace. */
const withoutControl = new Set(['POST /api/auth/passkeys', 'POST /api/auth/switch'])

let lab: SpecHost

function refusedRoutes(): readonly EditionRoute[] {
  const isOfTenant = ({ audience }: EditionRoute) => audience !== 'public' && audience !== 'instance'
  return routesOf(lab.host).filter((route) => isOfTenant(route) && route.requirements?.support === false)
}

describe('routes that support access does not take', () => {
  before(async () => {
    lab = await startSpecHost()
  })

  after(() => lab[Symbol.asyncDispose]())

  test('§I64 a page derives the reach of support access as the guard does', () => {
    const routes = routesOf(lab.host).filter(
      ({ audience, endpoint }) => endpoint && !/^(public|instance)$/.test(audience),
    )
    assert.ok(routes.length > 400)
    const wrong = routes.filter(({ endpoint, requirements }) => {
      return endpoint && isReachedBySupport(endpoint, { isReadOnly: false }) !== requirements?.support
    })
    assert.deepEqual(
      wrong.map(({ pattern }) => pattern),
      [],
    )
  })

  test('§I64 every control of such a route says that support access does not include it, or is hidden', async () => {
    const [names, sources] = [await endpointNames(), webSources()]
    const calls = refusedRoutes().flatMap(({ pattern }) =>
      Array.from(names.get(pattern) ?? []).filter(() => !withoutControl.has(pattern)),
    )
    const started = sources.flatMap((source) =>
      calls.filter((name) => startsCall(source.text, name)).map((name) => ({ source, name })),
    )
    assert.ok(started.length > 80, `${started.length}`)
    const open = started.filter(({ source, name }) => !gatesCall(controlsOf(source, sources), name))
    assert.deepEqual(
      open.map(({ source, name }) => `${source.path} ${name}`),
      [],
    )
  })
})
