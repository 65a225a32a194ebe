import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { takesAgents } from '@host/plugin/wire'
import { reviewedFor } from '../../lab/reviewed-routes.ts'
import { startSpecHost } from '../../lab/spec-host.ts'
import { askGuard } from './ask-guard.ts'
import { expectedAnswer, matrixCallers, type GuardAnswer } from './callers.ts'
import { routesOf, type EditionRoute } from './edition-routes.ts'
import { notes } from './notes-plugin.ts'
import { matrixPage, type MatrixRow } from './matrix-table.ts'

const file = new URL('../matrix.md', import.meta.url)

test('§5.3 §I34 every route answers every caller as it declares, and the table of it is the one that was reviewed', async () => {
  await using host = await startSpecHost({ plugins: [notes] })
  const callers = await matrixCallers(host)
  const base = callers[0]?.visitor.base ?? ''
  const rows: MatrixRow[] = []
  const wrong: string[] = []
  for (const route of routesOf(host.host)) {
    const answers: GuardAnswer[] = []
    for (const caller of callers) {
      const [expected, answer] = [expectedAnswer(route, caller), await askGuard(route, caller, { base })]
      if (answer !== expected) wrong.push(`${route.pattern} for ${caller.name}: ${answer}, not ${expected}`)
      answers.push(answer)
    }
    rows.push({ route, answers })
  }
  assert.deepEqual(wrong, [])
  const page = matrixPage(
    callers.map(({ name }) => name),
    rows.filter(({ route }) => route.plugin !== notes.name),
  )
  if (process.env['HOST_WRITE_MATRIX'] === '1') await writeFile(file, page)
  assert.equal(page, await readFile(file, 'utf8'), 'Look at the change, then write it with HOST_WRITE_MATRIX=1.')
})

test('§I34 a public route is one that a user has looked at', async () => {
  await using host = await startSpecHost()
  const open = routesOf(host.host).filter(({ audience }) => audience === 'public')
  assert.deepEqual(open.map(({ pattern }) => pattern).toSorted(), reviewedFor('open'))
})

test('§I45 a user route that takes sessions confined to one workspace is one that was reviewed', async () => {
  await using host = await startSpecHost()
  const allowed = routesOf(host.host).filter(({ requirements }) => requirements?.confined === 'allowed')
  assert.deepEqual(allowed.map(({ pattern }) => pattern).toSorted(), reviewedFor('confined'))
})

test('§A102 an agent writes and exports through tools only, except by routes that were reviewed', async () => {
  await using host = await startSpecHost()
  const guarded = routesOf(host.host).filter(({ audience, scopes }) => audience !== 'public' && scopes.length > 0)
  const offered = guarded.filter(({ agents, endpoint }) => agents && (endpoint?.mcp ?? false) === false)
  const open = offered.filter(({ pattern, endpoint }) => !takesAgents({ ...endpoint, pattern, agents: undefined }))
  assert.deepEqual(open.map(({ pattern }) => pattern).toSorted(), reviewedFor('agents'))
  const refused = new Set(guarded.filter(({ agents }) => !agents).map(({ pattern }) => pattern))
  for (const pattern of ['POST /api/webhooks', 'POST /api/webhooks/{id}/rotate-secret', 'GET /api/audit/export']) {
    assert.ok(refused.has(pattern), pattern)
  }
})

test('§5.3 §I34 the host publishes the requirements of each route to instance admins', async () => {
  await using host = await startSpecHost()
  const { ada, ben } = await host.people()
  assert.equal((await ben.get('/api/instance/routes')).status, 403)
  const { items } = (await ada.get<{ items: readonly Published[] }>('/api/instance/routes')).body
  const declared = routesOf(host.host).filter(({ plugin }) => plugin !== 'host')
  const facts = ({ pattern, audience, scopes }: Published) => `${pattern} ${audience} ${scopes.join(' ')}`
  assert.deepEqual(items.map(facts).toSorted(), declared.map(facts).toSorted())
})

type Published = Pick<EditionRoute, 'pattern' | 'audience' | 'scopes'>
