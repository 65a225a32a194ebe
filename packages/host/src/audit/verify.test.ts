import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { testDatabases } from '../../testing/database/test-databases.ts'
import type { SqlValue } from '../database/statement.ts'
import { entryColumns } from './entry-columns.ts'
import { openChainLab, type ChainLab, type LabValues } from '../../testing/audit/chain-lab.ts'

const [one, two] = ['org_one', 'org_two']
const runs = process.env['HOST_SOAK'] === '1' ? 400 : 12
const length = 9

/** Puts a copy of an entry into the chain of the first workspace. */
const forge = `insert into audit_entries (${entryColumns.map((name) => `"${name}"`).join(', ')}, seq, mac)
  select 'aud_forged', ${entryColumns
    .slice(1)
    .map((name) => `"${name}"`)
    .join(', ')}, :seq, 'forged'
  from audit_entries where seq = 2 and org_id = 'org_one'`

/** Actions of an attacker with the database's password, and the expected findings. */
const tampering: readonly {
  readonly name: string
  readonly does: readonly (readonly [sql: string, values?: LabValues])[]
  readonly found: readonly string[]
}[] = [
  {
    name: 'an altered value',
    does: [[`update audit_entries set target = 'note:other' where seq = 4 and org_id = 'org_one'`]],
    found: ['altered org_one/4'],
  },
  {
    name: 'an altered mac',
    does: [[`update audit_entries set mac = 'x' where seq = 4 and org_id = 'org_one'`]],
    found: ['altered org_one/4'],
  },
  {
    name: 'two altered neighbours',
    does: [[`update audit_entries set action = 'note.deleted' where seq in (4, 5) and org_id = 'org_one'`]],
    found: ['altered org_one/4', 'altered org_one/5'],
  },
  {
    name: 'a removed entry',
    does: [[`delete from audit_entries where seq = 4 and org_id = 'org_one'`]],
    found: ['removed org_one/4'],
  },
  {
    name: 'several removed entries',
    does: [[`delete from audit_entries where seq between 2 and 5 and org_id = 'org_one'`]],
    found: ['removed org_one/2'],
  },
  {
    name: 'a removed first entry',
    does: [[`delete from audit_entries where seq = 1 and org_id = 'org_one'`]],
    found: ['removed org_one/1'],
  },
  {
    name: 'an end that was cut off',
    does: [[`delete from audit_entries where seq >= 7 and org_id = 'org_one'`]],
    found: ['cut off org_one/7'],
  },
  {
    name: 'an end that was cut off together with what the chain says of it',
    does: [
      [`delete from audit_entries where seq >= 7 and org_id = 'org_one'`],
      [
        `update audit_chains set seq = 6, mac = (select mac from audit_entries where seq = 6 and org_id = 'org_one') where org_id = 'org_one'`,
      ],
    ],
    found: ['chain altered org_one'],
  },
  {
    name: 'everything cut off',
    does: [[`delete from audit_entries where org_id = 'org_one'`]],
    found: ['cut off org_one/1'],
  },
  {
    name: 'two entries that changed places',
    does: [
      [`update audit_entries set seq = 1000 where seq = 3 and org_id = 'org_one'`],
      [`update audit_entries set seq = 3 where seq = 6 and org_id = 'org_one'`],
      [`update audit_entries set seq = 6 where seq = 1000 and org_id = 'org_one'`],
    ],
    found: ['reordered org_one/3', 'reordered org_one/6'],
  },
  {
    name: 'two neighbours that changed places',
    does: [
      [`update audit_entries set seq = 1000 where seq = 3 and org_id = 'org_one'`],
      [`update audit_entries set seq = 3 where seq = 4 and org_id = 'org_one'`],
      [`update audit_entries set seq = 4 where seq = 1000 and org_id = 'org_one'`],
    ],
    found: ['reordered org_one/3', 'reordered org_one/4'],
  },
  {
    name: 'an entry in the place of another',
    does: [
      [`delete from audit_entries where seq = 4 and org_id = 'org_one'`],
      [`update audit_entries set seq = 4 where seq = 8 and org_id = 'org_one'`],
    ],
    found: ['removed org_one/8', 'reordered org_one/4'],
  },
  {
    name: 'an entry that was put in, with all behind it moved on',
    does: [
      [`update audit_entries set seq = seq + 1000 where seq >= 5 and org_id = 'org_one'`],
      [`update audit_entries set seq = seq - 999 where seq >= 1000 and org_id = 'org_one'`],
      [forge, { seq: 5 }],
    ],
    found: [
      'inserted org_one/5',
      'reordered org_one/6',
      'reordered org_one/7',
      'reordered org_one/8',
      'reordered org_one/9',
      'inserted org_one/10',
    ],
  },
  {
    name: 'an entry behind the end',
    does: [[forge, { seq: 10 }]],
    found: ['inserted org_one/10'],
  },
  {
    name: 'an entry that was handed to another workspace',
    does: [[`update audit_entries set org_id = 'org_two', seq = 100 where seq = 4 and org_id = 'org_one'`]],
    found: ['removed org_one/4', 'inserted org_two/100'],
  },
  {
    name: 'a chain whose row is gone',
    does: [[`delete from audit_chains where org_id = 'org_one'`]],
    found: ['chain removed org_one'],
  },
  {
    name: 'a chain that is gone as a whole',
    does: [
      [`delete from audit_chains where org_id = 'org_one'`],
      [`delete from audit_entries where org_id = 'org_one'`],
    ],
    found: ['chain removed instance'],
  },
  {
    name: 'the count of all chains gone',
    does: [
      [`delete from audit_chains where org_id = 'instance'`],
      [`delete from audit_entries where org_id = 'instance'`],
    ],
    found: ['chain removed instance'],
  },
]

for (const product of testDatabases) {
  suite(`verifying on ${product.dialect}`, () => {
    for (const { name, does, found } of tampering) {
      test(`finds ${name}`, async () => {
        await using lab = await openFilledLab(product)
        for (const [sql, values] of does) await lab.run(sql, values)
        assert.deepEqual(await lab.findings(), found)
      })
    }

    test('finds every altered value of a sealed row', async () => {
      await using lab = await openFilledLab(product)
      const [entry = {}] = await lab.rows(`select * from audit_entries where seq = 1 and org_id = 'org_one'`)
      const columns = Object.keys(entry)
      assert.ok(columns.length > 15)
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...columns), fc.integer({ min: 1, max: length }), async (column, seq) => {
          const [row] = await lab.rows(`select * from audit_entries where seq = :seq and org_id = 'org_one'`, { seq })
          const value = row?.[column] as SqlValue
          const id = row?.['id'] as string
          const change = (to: SqlValue, of: string) =>
            lab.run(`update audit_entries set "${column}" = :to where id = :of`, { to, of })
          await change(another(column, value), id)
          const findings = await lab.findings()
          await change(value, column === 'id' ? 'aud_other' : id)
          assert.ok(
            findings.some((finding) => finding.endsWith(`org_one/${seq}`)),
            `${column} of ${seq}: ${findings.join()}`,
          )
        }),
        { numRuns: runs },
      )
      assert.deepEqual(await lab.findings(), [])
    })

    test('finds every altered value of the row of a chain', async () => {
      await using lab = await openFilledLab(product)
      const [chain = {}] = await lab.rows(`select * from audit_chains where org_id = 'org_one'`)
      for (const [column, value] of Object.entries(chain) as [string, SqlValue][]) {
        await lab.run(`update audit_chains set "${column}" = :to where id = :id`, {
          to: another(column, value),
          id: String(chain['id']),
        })
        const findings = await lab.findings()
        const id = column === 'id' ? 'aud_other' : String(chain['id'])
        await lab.run(`update audit_chains set "${column}" = :to where id = :id`, { to: value, id })
        assert.ok(
          findings.some((finding) => /^chain altered|^chain removed/.test(finding)),
          `${column}: ${findings.join()}`,
        )
      }
      assert.deepEqual(await lab.findings(), [])
    })

    if (product.dialect === 'sqlite') {
      test('finds an entry whose place is not a number, which SQLite keeps in a column of numbers', async () => {
        await using lab = await openFilledLab(product)
        await lab.run(forge, { seq: 'nowhere' })
        assert.deepEqual(await lab.findings(), ['inserted org_one/nowhere'])
      })
    }

    test('names the problems of every chain, and the number of checked entries', async () => {
      await using lab = await openFilledLab(product)
      await lab.run(`update audit_entries set address = '10.0.0.9' where seq = 2`)
      const { chains, sealed, unsealed, findings } = await lab.verify()
      assert.deepEqual([chains, sealed, unsealed], [3, 2 * length + 1, 1])
      assert.deepEqual(
        findings.map(({ kind, orgId, sequence, id }) => [kind, orgId, sequence, id?.slice(0, 4)]),
        [
          ['altered', one, 2, 'aud_'],
          ['altered', two, 2, 'aud_'],
        ],
      )
    })
  })
}

/** Two sealed chains, and an entry that waits. */
async function openFilledLab(product: (typeof testDatabases)[number]): Promise<ChainLab> {
  const lab = await openChainLab(product)
  await lab.write(one, length)
  await lab.write(two, length)
  await lab.write('instance', 1)
  await lab.seal()
  await lab.write(one, 1)
  return lab
}

function another(column: string, value: SqlValue): SqlValue {
  if (column === 'seq' || typeof value === 'number') return Number(value) + 500
  if (column === 'id') return 'aud_other'
  if (column === 'org_id') return 'org_other'
  if (column === 'at') return '2020-02-02T02:02:02.000Z'
  if (column === 'retention_days' || column === 'chains') return 77
  return typeof value === 'string' ? `${value.slice(1)}~` : 'something'
}
