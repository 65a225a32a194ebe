import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { plantedCopy } from './fixtures/planted-copy.ts'
import { liveFaults, readFaults, type PlantedFault } from './fixtures/planted-faults.ts'
import { inspectPlugin } from './inspect-plugin.ts'
import { judgeFacts } from './judge-facts.ts'
import type { PluginReport } from './plugin-report.ts'
import { readSources } from './sources/read-sources.ts'

/** In a soak each fault has a copy and hosts of its own. */
const groupsOf = (lists: readonly (readonly PlantedFault[])[]): readonly (readonly PlantedFault[])[] =>
  process.env['HOST_SOAK'] === '1' ? lists.flat().map((fault) => [fault]) : lists
const titleOf = (faults: readonly PlantedFault[]): string => faults.map(({ title }) => title).join(', ')

const placesOf = ({ findings }: PluginReport): string[] =>
  [...new Set(findings.map(({ rule, file }) => `${rule} ${file}`))].toSorted()
const expectedOf = (faults: readonly PlantedFault[]): string[] =>
  [...new Set(faults.flatMap(({ found }) => found))].toSorted()

async function read(faults: readonly PlantedFault[]): Promise<PluginReport> {
  await using copy = await plantedCopy(faults.flatMap(({ edits }) => edits))
  return judgeFacts({
    ...(await readSources(copy.folder)),
    plugin: undefined,
    live: undefined,
    needed: [],
    refusals: [],
  })
}

/** The output of `host plugin check`, and its exit code. */
async function typed(faults: readonly PlantedFault[]) {
  await using copy = await plantedCopy(faults.flatMap(({ edits }) => edits))
  const script = ['--conditions=source', join(import.meta.dirname, 'plugin-test.ts'), copy.folder]
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  return spawnSync(process.execPath, script, { encoding: 'utf8', env, timeout: 100_000 })
}

async function inspect(faults: readonly PlantedFault[]): Promise<PluginReport> {
  await using copy = await plantedCopy(faults.flatMap(({ edits }) => edits))
  return await inspectPlugin(copy.folder)
}

test('§A60 a copy without a fault has no finding, and no rule is left out', async () => {
  const { findings, leftOut } = await inspect([])
  assert.deepEqual([findings, leftOut], [[], []])
})

test('§A60 a field that is named like an id and takes any text has no finding', async () => {
  const edits = [
    [
      'shared.ts',
      'input: z.strictObject({',
      'input: z.strictObject({\n    taxId: z.optional(z.string().check(z.maxLength(40))),',
    ],
  ] as const
  const { findings } = await inspect([{ title: 'a tax number', edits, found: [] }])
  assert.deepEqual(findings, [])
})

for (const faults of groupsOf(readFaults)) {
  test(`§A61 found by reading, with the file and nothing else: ${titleOf(faults)}`, async () => {
    assert.deepEqual(placesOf(await read(faults)), expectedOf(faults))
  })
}

for (const faults of groupsOf(liveFaults)) {
  test(`§A61 found on a running host, with the file and nothing else: ${titleOf(faults)}`, async () => {
    assert.deepEqual(placesOf(await inspect(faults)), expectedOf(faults))
  })
}

for (const faults of [readFaults, liveFaults].flatMap((lists) => lists.slice(0, 1))) {
  test(`§A61 reported in the terminal, each with rule and file: ${titleOf(faults)}`, async () => {
    const { stdout, stderr, status } = await typed(faults)
    assert.deepEqual([status, stderr], [1, ''])
    const told = Array.from(stdout.matchAll(/^ {4}([a-z]+\/[a-z-]+) {2}([^\s:]+)(?::\d+)?$/gm), ([, ...place]) => place)
    assert.deepEqual([...new Set(told.map((place) => place.join(' ')))].toSorted(), expectedOf(faults))
  })
}
