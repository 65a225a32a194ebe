import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { json } from '@host/plugin'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { openIdempotencyLab } from '../../testing/idempotency/idempotency-lab.ts'

for (const product of testDatabases) {
  suite(product.dialect, () => {
    test('no key, body or header of an exchange stands in the database as it was', async () => {
      await using lab = await openIdempotencyLab(product)
      const route = (await lab.start()).route(() =>
        json({ token: 'plain-token-in-body' }, { headers: { 'x-token': 'plain-token-in-header' } }),
      )
      const call = { key: 'plain-key', path: '/api/x/notes/notes/plain-record?q=plain-query', body: 'plain-request' }
      const first = await route(call)
      const stored = JSON.stringify(await lab.query('select * from idempotency_entries'))
      const files = product.dialect === 'sqlite' ? [lab.url, `${lab.url}-wal`] : []
      const texts = [stored, files.map((file) => readFileSync(file, 'latin1')).join('')]
      assert.match(texts.at(product.dialect === 'sqlite' ? 1 : 0) ?? '', /POST \/api\/x\/notes\/notes/)
      for (const text of texts) assert.doesNotMatch(text, /plain-/)
      const replay = await route(call)
      assert.equal(replay.headers.get('x-token'), 'plain-token-in-header')
      assert.equal(await replay.text(), await first.text())
    })

    test('a stored answer moved to another workspace, endpoint or key, or altered, is never returned', async () => {
      await using lab = await openIdempotencyLab(product)
      const route = (await lab.start()).route(({ orgId }) => json({ of: orgId }))
      const calls = [
        { key: 'k' },
        { key: 'k', as: { orgId: 'org_b' } },
        { key: 'other' },
        { key: 'k', path: '/api/x/notes/notes/2' },
      ]
      for (const call of calls) await route(call)
      const rows = await lab.query('select id, answer from idempotency_entries order by id')
      const answers = rows.map(({ answer }) => answer as string)
      const altered = (answer: string): string => answer.slice(0, -1) + (answer.endsWith('A') ? 'B' : 'A')
      for (const [place, call] of calls.entries()) {
        const own = answers[place] ?? assert.fail()
        for (const stored of [...answers.filter((answer) => answer !== own), altered(own)]) {
          await lab.query(
            `update idempotency_entries set answer = '${stored}' where id = '${String(rows[place]?.['id'])}'`,
          )
          const answer = await route(call)
          assert.equal(answer.status, 500)
          assert.doesNotMatch(await answer.text(), /org_/)
        }
      }
    })
  })
}
