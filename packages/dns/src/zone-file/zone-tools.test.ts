/** Every zone that we write is accepted by BIND and Knot, and read back from the form that BIND writes. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { isSameName, nameKey } from '../names.ts'
import { anyZoneRecord } from '../testing/any-record.ts'
import { missingTools } from '../testing/debian-tools.ts'
import { readZoneFile, type ZoneRecord } from './read-zone-file.ts'
import { writeZoneFile } from './write-zone-file.ts'

const run = promisify(execFile)
const numRuns = process.env['HOST_SOAK'] === '1' ? 500 : 8
const zone = 'example.com.'
const limits = { origin: zone, maxBytes: 4_000_000, maxRecords: 10_000 }
const env = { PATH: `${process.env['PATH']}:/usr/sbin:/sbin` }

const apex: readonly ZoneRecord[] = [
  { name: zone, ttl: 300, type: 'SOA', data: 'ns.example.net. admin.example.net. 1 3600 600 86400 300' },
  { name: zone, ttl: 300, type: 'NS', data: 'ns.example.net.' },
]

/** Records that a zone can have together: no delegations, and one TTL per record set. */
const anyZone = fc.array(anyZoneRecord(zone), { maxLength: 12 }).map((records) => {
  const sets = new Set<string>()
  const unique = records.filter(({ name, type, data }) => {
    const key = `${nameKey(name)} ${type}`
    return (
      type !== 'NS' &&
      !isSameName(name, zone) &&
      !(type === 'MX' && data.endsWith(' .')) &&
      !sets.has(key) &&
      sets.add(key)
    )
  })
  return [...apex, ...unique]
})

/** kzonecheck 3.2 fails on names with bytes such as `!` or `\000`, which BIND and the standard allow. */
const isPlain = ({ name, data }: ZoneRecord): boolean =>
  /^(?:\*\.)?(?:[a-z0-9_][a-z0-9_-]*\.)+$/i.test(name) && /^[\w .:"-]*$/.test(data)

const lines = (records: readonly ZoneRecord[]): string[] =>
  records.map(({ name, ttl, type, data }) => [nameKey(name), ttl, type, data.toLowerCase()].join(' ')).toSorted()

test(
  'zones that we write pass named-checkzone and kzonecheck, and named-compilezone writes the same records',
  { skip: missingTools('named-checkzone', 'named-compilezone', 'kzonecheck') },
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'host-zones-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'zone.db')
    await fc.assert(
      fc.asyncProperty(anyZone, async (records) => {
        writeFileSync(file, writeZoneFile(zone, records.filter(isPlain)))
        await run('kzonecheck', ['-o', zone, file], { env })
        writeFileSync(file, writeZoneFile(zone, records))
        await run('named-checkzone', ['-k', 'ignore', '-i', 'none', zone, file], { env })
        for (const style of ['full', 'relative']) {
          const command = ['-k', 'ignore', '-i', 'none', '-s', style, '-o', '-', zone, file]
          const { stdout } = await run('named-compilezone', command, { env })
          const { records: found, problems } = readZoneFile(stdout, limits)
          assert.deepEqual(problems, [])
          assert.deepEqual(lines(found), lines(records))
        }
      }),
      { numRuns },
    )
  },
)
