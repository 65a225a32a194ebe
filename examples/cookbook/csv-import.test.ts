import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestHost, TestCallError } from '@host/testing'
import { plugin, suppliers } from './csv-import.ts'

const { importCsv, list } = suppliers.endpoints

test('a file is imported as a whole or not at all, after a dry run that names line and field', async () => {
  await using host = await createTestHost({ plugins: [plugin] })
  const member = host.as('member')
  const names = async () => (await member.call(list, {})).items.map(({ name }) => name).toSorted()
  const good = 'Name,Email,Budget\n"North, Ltd",north@example.com,1200.50\nSouth,,\n'
  const bad = `${good}East,not an address,3\n`

  const tried = await member.call(importCsv, { csv: bad, dryRun: true })
  assert.deepEqual(
    tried.problems.map(({ line, field }) => [line, field]),
    [[4, 'email']],
  )
  await assert.rejects(
    () => member.call(importCsv, { csv: bad }),
    (error) => error instanceof TestCallError && error.status === 400,
  )
  assert.deepEqual(await names(), [])

  assert.equal((await member.call(importCsv, { csv: good })).created, 2)
  assert.deepEqual(await names(), ['North, Ltd', 'South'])
  const [north] = (await member.call(list, { sort: 'name' })).items
  assert.equal(north?.budget, 120_050)
  assert.deepEqual((await host.as('otherOwner').call(list, {})).items, [])
})
