import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { openChainLab, type ChainLab } from '../../testing/audit/chain-lab.ts'

const [one, two] = ['org_one', 'org_two']
const day = 24 * 3_600_000

for (const product of testDatabases) {
  suite(`retention on ${product.dialect}`, () => {
    test('entries are removed when their time is over, and the chain that is left is sound', async () => {
      await using lab = await openChainLab(product)
      await lab.write(one, 600)
      await lab.write(two, 2)
      await lab.seal()
      lab.clock.now += 360 * day
      await lab.write(one, 3)
      await lab.seal()
      await lab.expiry.round()
      assert.equal((await lab.verify()).sealed, 605)
      lab.clock.now += 10 * day
      await lab.expiry.round()
      assert.deepEqual(await lab.verify(), { chains: 3, sealed: 3, unsealed: 0, findings: [] })
      await lab.write(one, 2)
      await lab.seal()
      assert.deepEqual(await places(lab), [601, 602, 603, 604, 605])
      assert.deepEqual(await lab.findings(), [])
    })

    test('each workspace keeps its entries for as long as it says, and may be emptied', async () => {
      await using lab = await openChainLab(product)
      await lab.chains.setRetentionDays(one, 30)
      await lab.write(one, 5)
      await lab.write(two, 5)
      await lab.seal()
      lab.clock.now += 31 * day
      await lab.expiry.round()
      assert.deepEqual(await lab.verify(), { chains: 3, sealed: 5, unsealed: 0, findings: [] })
      assert.equal(await lab.chains.retentionDays(one), 30)
      assert.equal(await lab.chains.retentionDays(two), null)
    })

    test('a removal that is too early, or too large, is found', async () => {
      await using lab = await openChainLab(product)
      await lab.write(one, 5)
      await lab.seal()
      lab.clock.now += 366 * day
      await lab.write(one, 5)
      await lab.seal()
      await lab.expiry.round()
      assert.deepEqual(await places(lab), [6, 7, 8, 9, 10])
      await lab.run('delete from audit_entries where seq = 6')
      assert.deepEqual(await lab.findings(), ['removed org_one/6'])
    })

    test('an entry that was altered does not expire: it is kept as evidence', async () => {
      await using lab = await openChainLab(product)
      await lab.write(one, 5)
      await lab.seal()
      await lab.run(`update audit_entries set action = 'note.kept' where seq = 3`)
      lab.clock.now += 366 * day
      await lab.expiry.round()
      assert.deepEqual(await lab.findings(), ['altered org_one/3'])
      assert.ok(lab.logged.some((line) => line.includes('were kept')))
    })

    test('a chain expires up to the first entry that is not over, in the order of the chain', async () => {
      await using lab = await openChainLab(product)
      await lab.write(one, 2)
      await lab.seal()
      lab.clock.now += 366 * day
      await lab.write(one, 1)
      await lab.seal()
      lab.clock.now -= 366 * day
      await lab.write(one, 1)
      await lab.seal()
      lab.clock.now += 366 * day
      await lab.expiry.round()
      assert.deepEqual(await places(lab), [3, 4])
      assert.deepEqual(await lab.findings(), [])
    })

    test('a chain that a user verifies while it is sealed and expires is sound all the time', async () => {
      await using lab = await openChainLab(product)
      await lab.write(one, 1_200)
      await lab.seal()
      lab.clock.now += 366 * day
      const found: string[] = []
      const busy = (async () => {
        for (let round = 0; round < 3; round += 1) {
          await lab.write(one, 20)
          await lab.seal()
          await lab.expiry.round()
        }
      })()
      for (let look = 0; look < 6; look += 1) found.push(...(await lab.findings()))
      await busy
      assert.deepEqual(found, [])
    })
  })
}

async function places(lab: ChainLab): Promise<readonly unknown[]> {
  return (await lab.rows(`select seq from audit_entries where org_id = 'org_one' order by seq`)).map(({ seq }) => seq)
}
