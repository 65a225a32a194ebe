import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '@host/plugin'
import { MeteredDriver } from '../../observability/accounting/metered-driver.ts'
import { UsageMeter } from '../../observability/accounting/usage-meter.ts'
import { ExecutionContexts } from '../../observability/containment/execution-contexts.ts'
import { everyDatabase, type TestDatabaseProduct } from '../../../testing/database/test-databases.ts'
import { featurePlugin, openIdentityLab, type IdentityLab } from '../../../testing/identity/identity-lab.ts'

const problem =
  (code: string, detail = /./) =>
  (error: unknown): boolean =>
    error instanceof Problem && error.code === code && detail.test(error.message)

const plugins = [
  featurePlugin('navigation', { core: true }),
  featurePlugin('domains'),
  featurePlugin('mail', { enabledByDefault: false, requires: ['domains'] }),
  featurePlugin('campaigns', { enabledByDefault: false, requires: ['mail'] }),
  featurePlugin('left', { enabledByDefault: false, requires: ['right'] }),
  featurePlugin('right', { enabledByDefault: false, requires: ['left'] }),
]

async function workspaces(lab: IdentityLab): Promise<readonly [string, string]> {
  const { id: ownerId } = await lab.accounts.create({
    name: 'A',
    email: 'a@example.test',
    password: 'tea-houses by the sea',
  })
  const [one, two] = [
    await lab.workspaces.create({ name: 'One', ownerId }),
    await lab.workspaces.create({ name: 'Two', ownerId }),
  ]
  return [one.id, two.id]
}

const enabled = async (lab: IdentityLab, orgId: string): Promise<string> => {
  const listed = (await lab.features.list(orgId)).filter((feature) => feature.enabled).map(({ key }) => key)
  for (const { name } of plugins) {
    assert.equal(
      await lab.identity.gate.isEnabled(orgId, name),
      listed.includes(name),
      `gate and list agree on ${name}`,
    )
  }
  return listed.join(' ')
}

/** The same product, with databases that count statements. */
function metered(product: TestDatabaseProduct, usage: UsageMeter): TestDatabaseProduct {
  return {
    ...product,
    async create(template) {
      const fresh = await product.create(template)
      const open = async () => (await fresh.open()).through((driver) => new MeteredDriver(driver, usage))
      return { ...fresh, open }
    },
  }
}

for (const product of everyDatabase) {
  test(`${product.name}: enabling includes requirements, in one workspace only, and at once`, async () => {
    await using lab = await openIdentityLab(product, { plugins })
    const [one, two] = await workspaces(lab)
    assert.equal(await enabled(lab, one), 'navigation domains')
    await lab.features.set(one, 'domains', false)
    assert.equal(await enabled(lab, one), 'navigation')
    await lab.features.set(one, 'campaigns', true)
    assert.equal(await enabled(lab, one), 'navigation domains mail campaigns')
    assert.equal(await enabled(lab, two), 'navigation domains')
  })

  test(`${product.name}: a workspace that is not in memory is looked up from inside a transaction`, async () => {
    const contexts = new ExecutionContexts(['notes'])
    const usage = new UsageMeter(contexts)
    await using lab = await openIdentityLab(metered(product, usage), { plugins })
    const [one] = await workspaces(lab)
    await lab.features.set(one, 'mail', true)
    const look = async () => await lab.db.transaction(async () => await lab.identity.gate.isEnabled(one, 'mail'))
    assert.equal(await contexts.enter('notes', look, one), true)
    assert.equal(usage.of('notes', one).queries, 1, 'the statement counts for the code that looks')
  })

  test(`${product.name}: required features stay on, also when both are switched at the same moment`, async () => {
    await using lab = await openIdentityLab(product, { plugins })
    const [one] = await workspaces(lab)
    await lab.features.set(one, 'campaigns', true)
    await assert.rejects(lab.features.set(one, 'domains', false), problem('feature_required', /campaigns, mail/))
    await lab.features.set(one, 'campaigns', false)
    await lab.features.set(one, 'mail', false)
    for (let round = 0; round < 5; round += 1) {
      await Promise.allSettled([lab.features.set(one, 'mail', true), lab.features.set(one, 'domains', false)])
      const now = await enabled(lab, one)
      assert.ok(!now.includes('mail') || now.includes('domains'), now)
      await lab.features.set(one, 'mail', false)
    }
  })
}

const sqlite = everyDatabase.find(({ dialect }) => dialect === 'sqlite')
assert.ok(sqlite)

test('features with circular requirements are switched together', async () => {
  await using lab = await openIdentityLab(sqlite, { plugins })
  const [one] = await workspaces(lab)
  await lab.features.set(one, 'left', true)
  assert.equal(await enabled(lab, one), 'navigation domains left right')
  await lab.features.set(one, 'right', false)
  assert.equal(await enabled(lab, one), 'navigation domains')
})

test('a core feature can not be switched off, an unknown one not at all', async () => {
  await using lab = await openIdentityLab(sqlite, { plugins })
  const [one] = await workspaces(lab)
  await assert.rejects(lab.features.set(one, 'navigation', false), problem('conflict'))
  await lab.features.set(one, 'navigation', true)
  await assert.rejects(lab.features.set(one, 'telepathy', true), problem('not_found'))
  assert.equal(await lab.identity.gate.isEnabled(one, 'telepathy'), false)
})

test('a workspace in memory answers without waiting', async () => {
  await using lab = await openIdentityLab(sqlite, { plugins })
  const [one] = await workspaces(lab)
  await lab.identity.gate.isEnabled(one, 'mail')
  assert.equal(lab.identity.gate.isEnabled(one, 'domains'), true)
  assert.equal(lab.identity.gate.isEnabled(one, 'mail'), false)
})

test('settings are kept apart by workspace, plugin and key, and null removes one', async () => {
  await using lab = await openIdentityLab(sqlite)
  const [one, two] = await workspaces(lab)
  await lab.settings.set('notes', one, 'colour', { name: 'plum' })
  await lab.settings.set('notes', one, 'colour', { name: 'teal' })
  await lab.settings.set('links', one, 'colour', 7)
  assert.deepEqual(await lab.settings.get('notes', one, 'colour'), { name: 'teal' })
  assert.equal(await lab.settings.get('links', one, 'colour'), 7)
  assert.equal(await lab.settings.get('notes', two, 'colour'), undefined)
  await lab.settings.set('notes', one, 'colour', null)
  assert.equal(await lab.settings.get('notes', one, 'colour'), undefined)
  await assert.rejects(lab.settings.set('notes', one, 'much', 'x'.repeat(70_000)), problem('bad_request'))
  await assert.rejects(lab.settings.set('notes', one, 'none', undefined), problem('bad_request'))
})
