/** Every route and kind of caller once more, with the workspace named in every way. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emailOf, join, password } from '../../lab/people.ts'
import { startSpecHost, type SpecHost } from '../../lab/spec-host.ts'
import type { Visitor } from '../../lab/visitor.ts'
import { askGuard, type AskedName } from './ask-guard.ts'
import { expectedAnswer, matrixCallers, type GuardAnswer, type MatrixCaller } from './callers.ts'
import { routesOf, type EditionRoute } from './edition-routes.ts'
import { notes } from './notes-plugin.ts'

/** Every third pair of a route and a caller gets one way in turn; all of them take minutes. */
const isSoak = process.env['HOST_SOAK'] === '1'

/** The workspace of a caller, and one whose member they are not. */
interface Places {
  readonly own: string
  readonly foreign: string
}

/** Ways to name a workspace, and what names one that the caller is not in. */
const ways: Readonly<Record<string, { name(places: Places): AskedName; means: 'own' | 'other' | 'two' }>> = {
  'the own one in the header': { name: ({ own }) => ({ header: own }), means: 'own' },
  'the own one in the address': { name: ({ own }) => ({ query: own }), means: 'own' },
  'the own one in both': { name: ({ own }) => ({ header: own, query: own }), means: 'own' },
  'a foreign one in the header': { name: ({ foreign }) => ({ header: foreign }), means: 'other' },
  'a foreign one in the address': { name: ({ foreign }) => ({ query: foreign }), means: 'other' },
  'an unknown one': { name: () => ({ query: 'org_unknown' }), means: 'other' },
  'two different ones': { name: ({ own, foreign }) => ({ header: own, query: foreign }), means: 'two' },
  'no possible ID': { name: () => ({ header: '../x' }), means: 'two' },
}

interface NamingCaller extends MatrixCaller {
  readonly places: Places
  /** Whether the rights of the own workspace were changed since its session began. */
  readonly isRevoked?: boolean
}

test('§I9 §I34 every route answers every caller in the workspace that the call names, or refuses', async () => {
  await using host = await startSpecHost({ plugins: [notes] })
  const callers = await namingCallers(host)
  const base = callers[0]?.visitor.base ?? ''
  const wrong: string[] = []
  const asked = routesOf(host.host).flatMap((route, row) =>
    callers.flatMap((caller, column) => waysOf(row + column).map((way) => ({ route, caller, way }))),
  )
  for (const { route, caller, way } of asked) {
    const { name, means } = ways[way] ?? assert.fail(way)
    const expected = expectedFor(route, caller, means)
    const answer = await askGuard(route, caller, { base, named: name(caller.places) })
    if (isSame(route, answer, expected)) continue
    wrong.push(`${route.pattern} for ${caller.name}, naming ${way}: ${answer}, not ${expected}`)
  }
  assert.deepEqual(wrong, [])
  assert.ok(asked.length > 1_000)
})

/** All ways, or the one whose turn it is at a place of the matrix. */
function waysOf(place: number): readonly string[] {
  const all = Object.keys(ways)
  return isSoak ? all : all.filter((_, index) => place % (3 * all.length) === 3 * index)
}

/** A raw route runs its handler, which may find nothing at an unknown ID, and may refuse what it is sent. */
function isSame({ endpoint }: EditionRoute, answer: GuardAnswer, expected: GuardAnswer): boolean {
  const isOfHandler = endpoint === undefined && expected === 'in' && (answer === '404' || answer === '400')
  return isOfHandler || answer === expected
}

function expectedFor(route: EditionRoute, caller: NamingCaller, means: 'own' | 'other' | 'two'): GuardAnswer {
  const unnamed = expectedAnswer(route, caller)
  const isJudged = route.plugin !== 'host' && !route.pattern.includes(' /p/')
  if (!isJudged || caller.name === 'anonymous' || route.audience === 'public') return unnamed
  if (route.audience === 'instance') return caller.isRevoked === true ? '401' : unnamed
  if (means === 'two') return '400'
  if (means === 'other' || caller.places.own === 'org_none') return '404'
  return caller.isRevoked === true ? '401' : unnamed
}

async function namingCallers(host: SpecHost): Promise<readonly NamingCaller[]> {
  // Support access is nothing without a name: tests of its own name others.
  const callers = (await matrixCallers(host)).filter(({ support }) => support === undefined)
  const visitorOf = (wanted: string): Visitor =>
    callers.find(({ name }) => name === wanted)?.visitor ?? assert.fail(`There is no ${wanted}.`)
  const ada = visitorOf('owner and instance admin')
  const [home, studio] = [await workspaceOf(ada), await workspaceOf(visitorOf('owner of another'))]
  const placesOf = ({ name, role }: MatrixCaller): Places => {
    if (role === undefined) return { own: 'org_none', foreign: studio }
    const isOfStudio = name === 'owner of another' || name === 'token of an owner' || name.includes('agent')
    return isOfStudio ? { own: studio, foreign: home } : { own: home, foreign: studio }
  }
  // A refused token is refused whatever it names, and too many of them would have every token refused.
  const accepted = callers.filter(({ isRefused }) => isRefused !== true)
  const named = accepted.map((caller) => ({ ...caller, places: placesOf(caller) }))
  return [...named, await revoked(host, { ada, home, studio })]
}

interface Revoking {
  readonly ada: Visitor
  readonly home: string
  readonly studio: string
}

/** A session in two workspaces whose rights were changed in the one that it used last. */
async function revoked(host: SpecHost, { ada, home, studio }: Revoking): Promise<NamingCaller> {
  await ada.post('/api/instance/users', { email: emailOf('gina'), name: 'gina', password })
  const gina = await host.visitor().signIn(emailOf('gina'), password)
  const { body } = await gina.post<{ id: string }>('/api/workspaces', { name: 'Of gina' })
  await join(ada, gina, { name: 'gina', role: 'member' })
  assert.equal((await gina.get('/api/auth/me', { 'x-workspace': body.id })).status, 200)
  const { user } = (await gina.get<{ user: { id: string } }>('/api/auth/me')).body
  assert.equal((await ada.send('PATCH', `/api/members/${user.id}`, { body: { role: 'admin' } })).status, 200)
  assert.equal((await gina.get('/api/members', { 'x-workspace': body.id })).status, 200)
  const places = { own: home, foreign: studio }
  return { name: 'revoked', role: 'member', visitor: gina, headers: {}, places, isRevoked: true }
}

async function workspaceOf(visitor: Visitor): Promise<string> {
  return (await visitor.get<{ workspace: { id: string } }>('/api/auth/me')).body.workspace.id
}
