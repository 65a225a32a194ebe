import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, json, serviceToken } from '@host/plugin'
import { infoOf, plain, unchecked } from '../lab/plugins.ts'
import { assertRefused, problemsOf } from '../lab/refusal.ts'
import { startSpecHost } from '../lab/spec-host.ts'

for (const name of ['N', 'Notes', '1notes', '-notes', 'n', 'notes_app', 'notes.app', 'näher', 'n'.repeat(32), 'host']) {
  test(`§2.1 the name "${name}" is refused with the rules for names`, async () => {
    await assertRefused({ plugins: [plain(name)] }, new RegExp(`"${name}" needs another name`))
  })
}

for (const name of ['no', 'n2', 'notes-app', `n${'o'.repeat(30)}`]) {
  test(`§2.1 the name "${name}" is fine`, async () => {
    await using host = await startSpecHost({ plugins: [plain(name)] })
    assert.ok(host.announced.includes(`[plugin] registered ${name}`))
  })
}

test('§2.1 a name is unique in the build: two plugins of one name refuse the start, with both places', async () => {
  const twin = (title: string) => plain('twin', { info: infoOf(title) })
  await assertRefused({ plugins: [twin('First twin'), twin('Second twin')] }, /"twin"/, /First twin/, /Second twin/)
  await assertRefused({ plugins: [plain('account')] }, /"account"/, /in tree/, /out of tree/)
})

for (const member of ['name', 'models', 'mount', 'info']) {
  test(`§2.3 §2.2 a plugin without ${member} is refused; all others may be left out`, async () => {
    const rest = Object.entries(plain('rest')).filter(([name]) => name !== member)
    await assertRefused({ plugins: [unchecked(Object.fromEntries(rest))] }, new RegExp(`has no "${member}"`))
  })
}

test('§2.2 a plugin without tables has an empty list of models', async () => {
  await using host = await startSpecHost({ plugins: [plain('tableless', { models: [] })] })
  assert.deepEqual(host.host.catalog.list().find(({ name }) => name === 'tableless')?.tables, [])
})

test('§2.3 optional members are found at boot by being present', async () => {
  const called: string[] = []
  const full = definePlugin({
    name: 'full',
    info: infoOf('Full'),
    models: [],
    menus: [{ id: 'full', label: 'Full', path: '/full' }],
    instanceMenus: [{ id: 'all', label: 'All', path: '/all' }],
    mount: () => void called.push('mount'),
    start: () => void called.push('start'),
    stop: () => void called.push('stop'),
    health: () => ({ status: 'degraded', detail: 'Tired' }),
    memberRemoved: () => void called.push('memberRemoved'),
  })
  {
    await using host = await startSpecHost({ plugins: [full, plain('empty')] })
    const { ada, cleo } = await host.people()
    const { body: me } = await cleo.get<{ user: { id: string } }>('/api/auth/me')
    assert.equal((await ada.send('DELETE', `/api/members/${me.user.id}`)).status, 204)
    const { body } = await ada.get<{ items: readonly { name: string; health: string; menuPaths: unknown }[] }>(
      '/api/instance/plugins',
    )
    const of = (name: string) => body.items.find((plugin) => plugin.name === name)
    assert.deepEqual([of('full')?.health, of('full')?.menuPaths], ['degraded', ['/full']])
    assert.deepEqual([of('empty')?.health, of('empty')?.menuPaths], ['ok', []])
  }
  assert.deepEqual(called, ['mount', 'start', 'memberRemoved', 'stop'])
})

test('§2.7 §4.21 start runs when every plugin is mounted, and finds services in any order of the list', async () => {
  const Clock = serviceToken<{ tell(): string }>('clock.time')
  const found: Record<string, unknown> = {}
  const consumer = definePlugin({
    name: 'consumer',
    info: infoOf('Consumer'),
    models: [],
    mount(mux, ctx) {
      found['mount'] = ctx.lookup(Clock)
      mux.handle('GET /api/x/consumer/time', () => json(ctx.lookup(Clock)?.tell() ?? 'no clock'))
    },
    start: (ctx) => void (found['start'] = ctx.lookup(Clock)?.tell()),
  })
  const clock = definePlugin({
    name: 'clock',
    info: infoOf('Clock'),
    models: [],
    mount: (_mux, ctx) => ctx.provide(Clock, { tell: () => 'noon' }),
  })
  for (const plugins of [
    [consumer, clock],
    [clock, consumer],
  ]) {
    await using host = await startSpecHost({ plugins })
    assert.deepEqual(found, { mount: undefined, start: 'noon' })
    assert.equal((await host.visitor().get('/api/x/consumer/time')).body, 'noon')
    const warnings = host.log.filter(({ level, plugin }) => level === 'warn' && plugin === 'consumer')
    assert.equal(warnings.length, 1, 'looking a service up too early is warned about once')
  }
  await using alone = await startSpecHost({ plugins: [consumer] })
  assert.equal((await alone.visitor().get('/api/x/consumer/time')).body, 'no clock')
})

test('§2.7 §6.3 start is not waited for, and its failure leaves the rest serving', async () => {
  let starts = 0
  const endless = plain('endless', { start: () => new Promise(() => (starts += 1)) })
  const broken = plain('broken', { start: () => Promise.reject(new Error('no luck')) })
  const thrower = plain('thrower', {
    start() {
      throw new Error('no luck at all')
    },
  })
  await using host = await startSpecHost({ plugins: [endless, broken, thrower] })
  const { ada } = await host.people()
  const { body } = await ada.get<{ items: readonly { name: string; health: string }[] }>('/api/instance/plugins')
  const health = new Map(body.items.map((plugin) => [plugin.name, plugin.health]))
  assert.deepEqual(
    ['endless', 'broken', 'thrower', 'account'].map((name) => health.get(name)),
    ['ok', 'degraded', 'degraded', 'ok'],
  )
  assert.equal(starts, 1)
})

for (const [typed, meant] of [
  ['menuz', 'menus'],
  ['strat', 'start'],
  ['instanceMenu', 'instanceMenus'],
  ['healt', 'health'],
]) {
  test(`§2.10 the misspelt member "${typed}" refuses the start with the nearest known name`, async () => {
    const words = [new RegExp(`unknown member "${typed}"`), new RegExp(`did you mean "${meant}"`)]
    await assertRefused({ plugins: [plain('typo', { [String(typed)]: () => [] })] }, ...words)
  })
}

test('§2.10 a member of a class and one of its ancestor are found too', async () => {
  class Ancestor {
    readonly info = infoOf('Typo')
    readonly models = []
    helpDoc(): readonly [] {
      return []
    }
  }
  class Typo extends Ancestor {
    readonly name = 'typo'
    mount(): void {}
  }
  await assertRefused({ plugins: [unchecked(new Typo())] }, /unknown member "helpDoc"/, /"helpDocs"/)
})

for (const [member, value] of [
  ['menus', {}],
  ['start', 'now'],
  ['helpDocsFS', ['./docs']],
  ['models', null],
  ['health', {}],
] as const) {
  test(`§2.10 a "${member}" of the wrong shape refuses the start`, async () => {
    await assertRefused({ plugins: [plain('shape', { [member]: value })] }, /"shape"/, new RegExp(`"${member}"`))
  })
}

test('§2.10 a value that is not a plugin is refused with its place', async () => {
  const problems = await problemsOf({ isBare: true, plugins: [unchecked(undefined), unchecked('notes')] })
  assert.equal(problems.length, 2)
  assert.match(problems[0] ?? '', /entry 1/)
  assert.match(problems[1] ?? '', /entry 2/)
})
