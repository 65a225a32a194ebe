import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  addSuppression,
  exportSuppressions,
  importSuppressions,
  listSuppressions,
  releaseSuppressions,
  suppressionLimits,
} from '../../shared.ts'
import { openBounceLab } from '../testing/bounce-lab.ts'
import { refused } from '../testing/refused.ts'
import { search } from '../search.ts'
import { suppressedAmong } from './suppressed.ts'

suite('suppressions', () => {
  test('an address is added, found, asked for and released', async (context) => {
    const lab = await openBounceLab(context)
    const [member, admin] = [lab.host.as('member'), lab.host.as('admin')]
    const added = await member.call(addSuppression, { address: ' Ada@Peer.Example ', note: 'asked by phone' })
    assert.deepEqual([added.address, added.reason, added.note], ['ada@peer.example', 'manual', 'asked by phone'])
    await member.call(addSuppression, { address: '*@bücher.example' })
    const asked = async (address: string) => (await member.call(listSuppressions, { address })).items.length
    assert.deepEqual(
      [
        await asked('ADA@peer.example'),
        await asked('any@xn--bcher-kva.example'),
        await asked('x@y.example'),
        await asked('no'),
      ],
      [1, 1, 0, 0],
    )
    assert.equal((await member.call(listSuppressions, { q: 'peer' })).items.length, 1)
    await assert.rejects(member.call(releaseSuppressions, { ids: [added.id] }), refused('forbidden'))
    await assert.rejects(admin.call(releaseSuppressions, { ids: [added.id, 'suppression_none'] }), refused('not_found'))
    assert.equal((await lab.suppressions()).length, 2)
    assert.deepEqual(await admin.call(releaseSuppressions, { ids: [added.id, added.id] }), { released: 1 })
    assert.equal(await asked('ada@peer.example'), 0)
  })

  test('a domain suppresses all its addresses, and no address of another domain', async (context) => {
    const lab = await openBounceLab(context)
    await lab.host.as('owner').call(addSuppression, { address: '*@peer.example' })
    const db = lab.ctx.db.inWorkspace(lab.host.workspaces.here, 'ask for suppressed addresses')
    const texts = ['a@peer.example', 'B@PEER.example', 'a@sub.peer.example', 'a@peer.example.org', 'nonsense']
    const found = await suppressedAmong(db, texts, lab.host.clock.now())
    assert.deepEqual([...found], ['a@peer.example', 'B@PEER.example'])
    const hits = await search({ db, userId: lab.host.userIds.member }, '*@PEER')
    assert.deepEqual(hits, [{ title: '*@peer.example', path: '/mail/suppressions?q=*%40peer.example' }])
  })

  test('texts that are not addresses are refused at their field', async (context) => {
    const lab = await openBounceLab(context)
    for (const address of [
      'ada',
      '@peer.example',
      'ada@',
      '*@*',
      `${'a'.repeat(65)}@peer.example`,
      'a b@peer.example',
    ]) {
      await assert.rejects(lab.host.as('owner').call(addSuppression, { address }), refused('invalid_input'), address)
    }
  })

  test('suppression per workspace: they are seen, released and counted in their own', async (context) => {
    const lab = await openBounceLab(context)
    const { id } = await lab.host.as('owner').call(addSuppression, { address: 'ada@peer.example' })
    const other = lab.host.as('otherOwner')
    assert.deepEqual(await lab.suppressions('otherOwner'), [])
    await assert.rejects(other.call(releaseSuppressions, { ids: [id] }), refused('not_found'))
    await other.call(addSuppression, { address: 'ada@peer.example' })
    assert.equal((await lab.suppressions('owner'))[0]?.count, 1)
  })

  test('a file is checked without a change, and imported with the lines that can be read', async (context) => {
    const lab = await openBounceLab(context)
    const owner = lab.host.as('owner')
    await owner.call(addSuppression, { address: 'known@peer.example' })
    const csv =
      'Email,Reason,Notes\nada@peer.example,bounce,"left, 2024"\nwrong\nKNOWN@peer.example,,\n*@old.example,,\n'
    const expected = { rows: 4, added: 2, known: 1 }
    const dry = await owner.call(importSuppressions, { csv, dryRun: true })
    assert.deepEqual({ rows: dry.rows, added: dry.added, known: dry.known }, expected)
    assert.deepEqual(
      dry.problems.map(({ line }) => line),
      [3],
    )
    assert.equal((await lab.suppressions()).length, 1)
    assert.equal((await owner.call(importSuppressions, { csv })).added, 2)
    const ada = (await lab.suppressions()).find(({ address }) => address === 'ada@peer.example')
    assert.deepEqual([ada?.reason, ada?.note], ['bounce', 'left, 2024'])
    assert.deepEqual((await owner.call(importSuppressions, { csv })).added, 0)
  })

  test('files that have too many lines, no addresses or an open quotation are refused', async (context) => {
    const lab = await openBounceLab(context)
    const lines = Array.from({ length: suppressionLimits.importRows + 1 }, (_, at) => `a${at}@peer.example`)
    for (const csv of [lines.join('\n'), 'name,city\nAda,Paris', 'address\n', 'address\n"ada@peer.example']) {
      await assert.rejects(lab.host.as('owner').call(importSuppressions, { csv }), refused('invalid_input'))
    }
    assert.deepEqual(await lab.suppressions(), [])
  })

  test('an exported file can be imported, and no cell is a formula', async (context) => {
    const lab = await openBounceLab(context)
    const owner = lab.host.as('owner')
    await owner.call(addSuppression, { address: 'ada@peer.example', note: '=1+1' })
    await owner.call(addSuppression, { address: '*@old.example' })
    const response = await owner.get(exportSuppressions.pattern.slice('GET '.length))
    const csv = await response.text()
    assert.match(response.headers.get('content-disposition') ?? '', /suppressions-\d{4}-\d\d-\d\d\.csv/)
    assert.ok(csv.includes("'=1+1"))
    const imported = await lab.host.as('otherOwner').call(importSuppressions, { csv })
    assert.deepEqual([imported.added, imported.problems], [2, []])
    assert.ok((await lab.suppressions('otherOwner')).some(({ note }) => note === '=1+1'))
  })
})
