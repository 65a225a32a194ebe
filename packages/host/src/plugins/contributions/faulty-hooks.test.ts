import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { definePlugin, type AnyPlugin } from '@host/plugin'
import { labHost, type LabHost } from '../../../testing/lab-host.ts'
import { notesInfo } from '../../../testing/notes-plugin.ts'
import { ask, shell, titlesOf } from '../../../testing/plugins/contributions/shell-plugin.ts'

const rubbish: readonly (readonly [what: string, answer: unknown])[] = [
  ['nothing', undefined],
  ['an object', { length: 1, 0: { title: 'A', path: '/a' } }],
  ['a text', 'found'],
  ['a list of nothing', [null]],
  ['a list with a hole', Array(1)],
  ['no title', [{ path: '/a' }]],
  ['an empty title', [{ title: ' ', path: '/a' }]],
  ['a detail that is a number', [{ title: 'A', detail: 4, path: '/a' }]],
  ['a relative path', [{ title: 'A', path: 'a' }]],
  ['an address', [{ title: 'A', path: 'https://evil.test/' }]],
  ['a script', [{ title: 'A', path: 'javascript:alert(1)' }]],
  ['another host', [{ title: 'A', path: '//evil.test' }]],
  ['another host, as browsers read it', [{ title: 'A', path: '/\\evil.test' }]],
  ['another host behind a line', [{ title: 'A', path: '/\n/evil.test' }]],
  ['a way out of the shell', [{ title: 'A', path: '/notes/../../instance' }]],
  ['an encoded way out', [{ title: 'A', path: '/%2e%2E/instance' }]],
  ['a path without end', [{ title: 'A', path: `/${'a'.repeat(500)}` }]],
  ['a getter that throws', [Object.defineProperty({ path: '/a' }, 'title', { get: () => assert.fail('planted') })]],
]

suite('a faulty hook', () => {
  for (const [what, answer] of rubbish) {
    test(`finding ${what} is the plugin's fault, and the others are still called`, async (context) => {
      const lab = await faultyLab(context, { search: async () => answer as [] })
      const person = await lab.person('member')
      assert.deepEqual(titlesOf(await ask(person, 'search?q=x')), ['Steady'])
      assert.equal(lab.host.faultCount('faulty'), 1)
      assert.equal(lab.host.faultCount('steady') + lab.host.faultCount('shell'), 0)
    })
  }

  test('throwing at once or later affects no other plugin', async (context) => {
    const lab = await faultyLab(context, {
      search: () => assert.fail('planted'),
      checklist: async () => assert.fail('planted'),
    })
    const person = await lab.person('member')
    assert.deepEqual(titlesOf(await ask(person, 'search?q=x')), ['Steady'])
    assert.deepEqual(titlesOf(await ask(person, 'checklist')), ['Be steady'])
    assert.equal(lab.host.faultCount('faulty'), 2)
  })

  test('never answering ends after a second with an aborted signal, and may still fail', async (context) => {
    const told = Promise.withResolvers<unknown>()
    const lab = await faultyLab(context, {
      search: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            told.resolve(signal.reason)
            reject(new Error('planted, late'))
          })
        }),
    })
    const person = await lab.person('member')
    const since = performance.now()
    assert.deepEqual(titlesOf(await ask(person, 'search?q=x')), ['Steady'])
    const took = performance.now() - since
    assert.ok(took > 800 && took < 10_000, `${took} ms`)
    assert.equal(((await told.promise) as Error).name, 'TimeoutError')
    assert.equal(lab.host.faultCount('faulty'), 1)
  })

  test('blocking for longer than the deadline takes no time from the others', async (context) => {
    const block = async (): Promise<[]> => {
      const until = performance.now() + 1_500
      while (performance.now() < until);
      return []
    }
    const lab = await faultyLab(context, { search: block })
    const person = await lab.person('member')
    assert.deepEqual(titlesOf(await ask(person, 'search?q=x')), ['Steady'])
    assert.equal(lab.host.faultCount('steady'), 0)
  })

  test('is bounded: 20 records, 10 steps, texts of 200 characters', async (context) => {
    const many = Array.from({ length: 40 }, (_, index) => ({ title: '字'.repeat(300), path: `/a/${index}` }))
    const lab = await faultyLab(context, {
      search: async () => many,
      checklist: async () => many.map((item, index) => ({ ...item, id: `a-${index}`, done: false })),
    })
    const person = await lab.person('member')
    const hits = (await ask(person, 'search?q=x')).filter(({ plugin }) => plugin === 'faulty')
    assert.equal(hits.length, 20)
    assert.equal(String(hits[0]?.['title']), `${'字'.repeat(199)}…`)
    assert.equal((await ask(person, 'checklist')).filter(({ plugin }) => plugin === 'faulty').length, 10)
  })

  for (const [what, counts] of [
    ['a menu of another plugin', { steady: 1 }],
    ['a count that is a text', { faulty: '1' }],
    ['a count below zero', { faulty: -1 }],
    ['no whole count', { faulty: 1.5 }],
    ['a list', [1]],
  ] as const) {
    test(`counting ${what} is left out`, async (context) => {
      const lab = await faultyLab(context, { badges: async () => counts as unknown as Record<string, number> })
      assert.deepEqual(await ask(await lab.person('member'), 'badges'), [{ path: '/steady', count: 1 }])
      assert.equal(lab.host.faultCount('faulty'), 1)
    })
  }

  test('with two steps of one id is left out', async (context) => {
    const step = { id: 'a', title: 'A', path: '/', done: true }
    const lab = await faultyLab(context, { checklist: async () => [step, step] })
    assert.deepEqual(titlesOf(await ask(await lab.person('member'), 'checklist')), ['Be steady'])
  })
})

type Hooks = Pick<AnyPlugin, 'search' | 'checklist' | 'badges'>

function faultyLab(context: Parameters<typeof labHost>[0], hooks: Hooks): Promise<LabHost> {
  const faulty: AnyPlugin = {
    name: 'faulty',
    info: notesInfo,
    models: [],
    menus: [{ id: 'faulty', label: 'Faulty', path: '/faulty' }],
    mount() {},
    ...hooks,
  }
  const steady = definePlugin({
    name: 'steady',
    info: notesInfo,
    models: [],
    menus: [{ id: 'steady', label: 'Steady', path: '/steady' }],
    mount() {},
    // Answers after a turn of the event loop, as a hook with a network request does.
    search: async () => {
      await delay(20)
      return [{ title: 'Steady', path: '/steady' }]
    },
    checklist: async () => [{ id: 'be', title: 'Be steady', path: '/steady', done: false }],
    badges: async () => ({ steady: 1 }),
  })
  return labHost(context, [faulty, steady, shell])
}
