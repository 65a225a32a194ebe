import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { column as columnOf, model as modelOf, Problem, type TablesOf } from '@host/plugin'
import { everyDatabase } from '@host/host/testing/database/test-databases'
import { bundledProgram } from '../../../packages/cli/src/build/testing/bundled-program.ts'
import { isRedacted } from '../../../packages/host/src/database/redacted-columns.ts'
import { workspaceTables } from '../../../packages/host/src/workspace-data/workspace-tables.ts'
import { markOf, openDataLab, productModels } from '../lab/data-lab.ts'

const [mine, neighbour] = ['org_erased', 'org_neighbour']
const ownTables = workspaceTables(productModels).map(({ model }) => model.table)
/** Personal rows that refer to the workspace. */
const kept = workspaceTables(productModels)
  .filter(({ kind }) => kind === 'named')
  .map(({ model }) => model.table)
  .toSorted()
const folder = modelOf('lab_folders', {
  id: columnOf.id('folder'),
  org_id: columnOf.org(),
  parent_id: columnOf.reference('self', { onDelete: 'cascade', nullable: true }),
})

/** Folders, each in the one before. */
function chainOf(orgId: string, length: number) {
  return Array.from({ length }, (_, at) => ({
    id: `${orgId}_${at}`,
    parent_id: at === 0 ? null : `${orgId}_${at - 1}`,
  }))
}

const rounds = process.env['HOST_SOAK'] === '1' ? 60 : 4

for (const product of everyDatabase) {
  test(`§I31 erasing a workspace takes every row of it in every table and leaves its neighbour byte for byte (${product.name})`, async () => {
    await using fresh = await product.create()
    const lab = await openDataLab(await fresh.open({ isExclusive: false }))
    for (const orgId of [mine, neighbour]) await lab.fill(orgId)
    await lab.seal()
    const before = await lab.rowsWith(neighbour)
    const filled = [...ownTables.filter((table) => table !== 'audit_unsealed'), 'workspaces'].toSorted()
    assert.deepEqual(Object.keys(await lab.rowsWith(mine)).toSorted(), filled, 'every table of a workspace has a row')
    assert.deepEqual(Object.keys(before).toSorted(), filled)

    await lab.close(mine)
    await lab.eraser.round()
    assert.deepEqual(
      Object.keys(await lab.rowsWith(mine)),
      ['audit_unsealed'],
      'the log of the instance says that it was',
    )
    assert.deepEqual(Object.keys(await lab.rowsWith(markOf(mine))).toSorted(), kept)
    assert.deepEqual(await lab.rowsWith(neighbour), before)
    await lab.seal()
    assert.deepEqual(await lab.findings(), [])
  })

  test(`§I31 a plugin whose erasure fails leaves everything in place, is named, and is asked again in an hour (${product.name})`, async () => {
    await using fresh = await product.create()
    let isBroken = true
    const asked: string[] = []
    const lab = await openDataLab(await fresh.open({ isExclusive: false }), {
      export: async () => ({}),
      erase: async ({ orgId }) => {
        asked.push(orgId)
        if (isBroken) throw new Error('the bucket is away')
      },
    })
    for (const orgId of [mine, neighbour]) await lab.fill(orgId)
    await lab.seal()
    await lab.close(mine)
    const whole = [await lab.rowsWith(mine), await lab.rowsWith(neighbour)]
    await lab.eraser.round()
    const [ours, theirs] = [await lab.rowsWith(mine), await lab.rowsWith(neighbour)]
    assert.match(ours['audit_unsealed']?.[0] ?? '', /workspace\.erase_failed.*lab/)
    assert.deepEqual(theirs, whole[1])
    for (const table of ownTables.filter((name) => name !== 'audit_unsealed')) {
      assert.deepEqual(ours[table], whole[0]?.[table], table)
    }
    await lab.eraser.round()
    assert.deepEqual(asked, [mine], 'not asked again at once')
    lab.clock.now += 3_600_001
    isBroken = false
    await lab.eraser.round()
    assert.deepEqual(asked, [mine, mine])
    assert.deepEqual(Object.keys(await lab.rowsWith(mine)), ['audit_unsealed'])
  })

  test(`§I31 a chain of rows that is too long for one cascade is erased (${product.name})`, async () => {
    await using fresh = await product.create()
    const models = [folder] as const
    const lab = await openDataLab(await fresh.open({ isExclusive: false }), undefined, models)
    for (const orgId of [mine, neighbour]) {
      await lab.fill(orgId)
      const db = lab.data.inWorkspace<TablesOf<typeof models>>('lab', orgId)
      await db.insertInto('lab_folders').values(chainOf(orgId, 1_200)).execute()
    }
    const db = lab.data.inWorkspace<TablesOf<typeof models>>('lab', mine)
    const deleting = db.deleteFrom('lab_folders').where('parent_id', 'is', null).execute()
    if (product.dialect === 'sqlite') {
      await assert.rejects(deleting, (error) => error instanceof Problem && error.code === 'conflict')
    } else await deleting
    await lab.close(mine)
    await lab.eraser.round()
    assert.equal((await db.selectFrom('lab_folders').select('id').execute()).length, 0)
    const theirs = lab.data.inWorkspace<TablesOf<typeof models>>('lab', neighbour)
    const left = await theirs.selectFrom('lab_folders').select('id').where('parent_id', 'is not', null).execute()
    assert.equal(left.length, 1_199)
  })

  test(`§I31 of several processes one erases a workspace, and a restored one stays (${product.name})`, async () => {
    await using fresh = await product.create()
    const hooks: string[] = []
    const open = async () =>
      openDataLab(await fresh.open({ isExclusive: false }), {
        export: async () => ({}),
        erase: async ({ orgId }) => void hooks.push(orgId),
      })
    const labs = [await open(), ...(product.dialect === 'postgres' ? [await open(), await open()] : [])]
    const [lab] = labs
    assert.ok(lab)
    await lab.fill(mine)
    await lab.seal()
    await lab.eraser.round()
    assert.deepEqual(hooks, [], 'nobody asked for it')
    await lab.close(mine)
    await Promise.all(labs.flatMap(({ eraser }) => [eraser.round(), eraser.round()]))
    assert.deepEqual(hooks, [mine])
    await lab.seal()
    assert.deepEqual(await lab.findings(), [])
  })
}

for (const product of everyDatabase.slice(0, 2)) {
  test(`§I31 kill -9 in the middle of erasing leaves all or nothing (${product.name})`, async () => {
    await using fresh = await product.create()
    const lab = await openDataLab(await fresh.open({ isExclusive: false }))
    const eraser = await bundledProgram(eraserFile)
    for (let round = 0; round < rounds; round += 1) {
      const orgId = `org_killed${round}`
      await lab.fill(orgId)
      await lab.seal()
      await lab.close(orgId)
      const before = await lab.rowsWith(orgId)
      const child = spawn(process.execPath, [eraser, fresh.url], { stdio: ['ignore', 'pipe', 'inherit'] })
      await once(child.stdout, 'data')
      // A real wait: the process is killed at any moment of its work.
      await new Promise((resolve) => setTimeout(resolve, (round * 37) % 160))
      child.kill('SIGKILL')
      await once(child, 'exit')
      const after = await lab.rowsWith(orgId)
      const isGone = after['workspaces'] === undefined
      if (isGone) assert.deepEqual(Object.keys(after), ['audit_unsealed'])
      else assert.deepEqual(after, before)
      await lab.eraser.round()
      assert.equal((await lab.rowsWith(orgId))['workspaces'], undefined, 'the next look goes on')
    }
    await lab.seal()
    assert.deepEqual(await lab.findings(), [])
  })
}

const eraserFile = new URL('../lab/erasing-process.ts', import.meta.url).pathname

test('§I32 an export has every row of the workspace over all plugins, no other workspace, no hash and no secret', async () => {
  const [product] = everyDatabase
  assert.ok(product)
  await using fresh = await product.create()
  const lab = await openDataLab(await fresh.open({ isExclusive: false }), {
    export: async () => ({ files: ['a.txt'], apiKey: 'secret-of-a-plugin', sealed: `v1.key.${'A'.repeat(60)}` }),
    erase: async () => undefined,
  })
  for (const orgId of [mine, neighbour]) for (let row = 0; row < 2; row += 1) await lab.fill(`${orgId}${row}`)
  await lab.seal()
  const text = await new Response(lab.export(`${mine}0`)).text()
  const file = JSON.parse(text) as {
    readonly tables: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
    readonly plugins: Readonly<Record<string, unknown>>
  }
  const expected = workspaceTables(productModels).filter(({ kind }) => kind === 'rows')
  assert.deepEqual(
    Object.keys(file.tables),
    expected.map(({ model }) => model.table),
  )
  for (const { model } of expected) {
    if (model.table === 'audit_unsealed') continue
    const [row] = file.tables[model.table] ?? []
    assert.ok(row, `${model.table} has a row`)
    for (const [name, column] of Object.entries(model.columns)) {
      assert.equal(name in row, name !== 'org_id' && !isRedacted(name, column), `${model.table}.${name}`)
    }
  }
  assert.deepEqual(file.plugins, { lab: { files: ['a.txt'] } })
  assert.ok(!text.includes('secret-'))
  for (const other of [neighbour, `${mine}1`]) assert.ok(!text.includes(other))
})

test('§I32 the columns left out of an export are known, and no probable secret is included by oversight', () => {
  const tables = workspaceTables(productModels).filter(({ kind }) => kind === 'rows')
  const columns = tables.flatMap(({ model }) =>
    Object.entries(model.columns).map(([name, column]) => ({ name: `${model.table}.${name}`, short: name, column })),
  )
  const declared = columns.filter(({ column }) => column.secret === false).map(({ name }) => name)
  assert.deepEqual(
    declared.toSorted(),
    [
      'domains_accounts.settings',
      'domains_ddns_tokens.names',
      'domains_ddns_tokens.types',
      'domains_dns_keys.names',
      'domains_dns_keys.signatures',
      'domains_dns_keys.types',
      'domains_domains.challenge',
      'domains_practice_sets.value',
      'domains_read_only_sets.reason',
      'domains_served_sets.value',
      'domains_served_zones.alias',
      'domains_served_zones.secondaries',
      'host_changesets.hash',
      'host_email_texts.key',
      'links_links.index_key',
      'links_links.rules',
      'links_packs.data',
      'links_retired.index_key',
      'links_versions.rules',
      'mail_messages.message_key',
      'mail_messages.root_key',
      'mail_provider_reports.report_key',
      'mail_reports.report_key',
      'mail_signing_keys.ed25519_public',
      'mail_signing_keys.rsa_public',
      'mcp_approvals.token_name',
      'overview_samples.records',
      'plans_known_uses.key',
      'products_activations.fingerprint',
      'products_signing_keys.public_key',
      'webhooks_endpoints.former_secret_until',
      'workspace_settings.key',
    ],
    'each of these was looked at by somebody',
  )
  const given = columns.filter(({ short, column }) => !isRedacted(short, column)).map(({ name }) => name)
  assert.ok(!given.includes('api_tokens.hint'), 'a part of a secret is one')
  assert.ok(!given.includes('host_jobs.input'), 'JSON that is kept as text has no names to go by')
  assert.deepEqual(
    given.filter(
      (name) =>
        !declared.includes(name) && /hash|secret|token|password|mac$|seal$|cipher/.test(name.split('.')[1] ?? ''),
    ),
    [],
  )
})

test('§I32 an export with a failing plugin ends with an error, and an abandoned one ends', async () => {
  const [product] = everyDatabase
  assert.ok(product)
  await using fresh = await product.create()
  const lab = await openDataLab(await fresh.open({ isExclusive: false }), {
    export: async () => Promise.reject(new Error('the bucket is away')),
    erase: async () => undefined,
  })
  await lab.fill(mine)
  await assert.rejects(new Response(lab.export(mine)).text(), /"lab" failed/)
  const leaving = new AbortController()
  const reader = lab.export(mine, leaving.signal).getReader()
  await reader.read()
  leaving.abort(new Error('gone'))
  await assert.rejects(async () => {
    for (;;) if ((await reader.read()).done) break
  }, /gone/)
})
