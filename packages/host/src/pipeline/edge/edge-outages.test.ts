/** Hosts of workspaces while the database is away: nothing is shown that a look-up might have refused. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { PostgresProcess } from '../../../testing/database/postgres-process.ts'
import { serverOf } from '../../../testing/database/postgres-server.ts'
import { postgresOn } from '../../../testing/database/test-databases.ts'
import { answererOf, edgeLab, own } from '../../../testing/pipeline/edge/edge-lab.ts'
import { until } from '../../../testing/until.ts'

const server = await PostgresProcess.create()
const product = postgresOn(await serverOf(server))
after(async () => await server.end('immediate'))

test('a look-up that the database does not answer is a neutral 503 on every path, and recovers', async (context) => {
  const lab = await edgeLab(context, {}, product)
  const { edge, owner, ask } = lab
  await edge.prove(owner.orgId, 'acme.com')
  await edge.assign(owner.orgId, '*.acme.com')
  assert.equal(await answererOf(lab, 'https://go.acme.com/'), owner.orgId)
  await server.end('immediate')
  for (const host of ['new.acme.com', 'acme.com', 'unknown.example']) {
    for (const path of ['/', '/healthz', '/admin', '/api/me', '/assets/a.js']) {
      const answer = await ask(`https://${host}${path}`, { accept: 'text/html', cookie: owner.cookie })
      assert.equal(answer.status, 503, host + path)
      assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d?$/)
      assert.equal(answer.headers.get('set-cookie'), null)
      assert.doesNotMatch(
        await answer.text(),
        /Host<|\/admin|favicon|overview|econn|socket|postgres|select/i,
        host + path,
      )
    }
  }
  assert.equal((await ask(`https://${own}/healthz`)).status, 200, "the instance's own host needs no look-up")
  await server.start()
  await until(async () => (await ask('https://new.acme.com/')).status === 200)
  assert.equal(await answererOf(lab, 'https://new.acme.com/'), owner.orgId)
  assert.equal(await answererOf(lab, 'https://acme.com/'), 'nothing')
  assert.equal(await answererOf(lab, 'https://unknown.example/'), 'dashboard')
})
