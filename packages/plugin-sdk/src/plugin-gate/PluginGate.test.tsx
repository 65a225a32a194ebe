import { afterEach, describe, expect, test } from 'vitest'
import { endpointsWith, nothing, type Me, type Role } from '@host/plugin/wire'
import { lazyPage } from '../lazy-page.ts'
import { Link } from '../navigation/Link.tsx'
import { useQuery } from '../query/useQuery.ts'
import {
  mountPage,
  problem,
  shellAnswers,
  type FakeAnswers,
  type FakeRequest,
  type MountedPage,
  type MountOptions,
} from '../testing/index.ts'
import { defineUIPlugin, type PageComponent, type UIPlugin } from '../ui-plugin.ts'
import { usePluginGate } from './usePluginGate.ts'

const endpoint = endpointsWith(() => ({}))
const readNotes = endpoint({
  pattern: 'GET /api/x/notes/notes',
  input: nothing,
  output: nothing,
  summary: 'Read notes',
})

function pageOf(Page: () => React.ReactNode): PageComponent {
  return lazyPage(() => Promise.resolve({ default: Page }))
}

const QueryPage = pageOf(function Notes() {
  const notes = useQuery(readNotes)
  return <p>notes are here {JSON.stringify(notes.data)}</p>
})

function plugin(more: Partial<UIPlugin> = {}, Component: PageComponent = QueryPage): UIPlugin {
  return defineUIPlugin({ name: 'notes', routes: [{ path: '/notes', Component }], ...more })
}

const Degrading = pageOf(function Page() {
  const { degrade } = usePluginGate()
  return [402, 403, 404, 500].map((status) => (
    <button key={status} id={`s${status}`} type="button" onClick={() => degrade(status)}>
      {status}
    </button>
  ))
})

let page: MountedPage | undefined

async function mount(options: Partial<MountOptions> = {}): Promise<MountedPage> {
  page = await mountPage({ plugin: plugin(), path: '/notes', ...options })
  return page
}

afterEach(() => page?.unmount())

function meAs(role: Role): Me {
  return { ...(shellAnswers(plugin())['GET /api/auth/me'] as Me), role }
}

function membersByRole({ query }: FakeRequest): unknown {
  const named = [
    { name: 'Ada Lovelace', email: 'ada@example.com' },
    { name: '', email: 'eve@example.com' },
  ]
  return { items: query.get('role') === 'owner' ? named : [{ name: 'Ben', email: 'ben@example.com' }] }
}

const path = 'GET /api/x/notes/notes'
const menus: FakeAnswers = { 'GET /api/menus': [] }

describe('§4.29 PluginGate stands around a page and turns every status into a view', () => {
  test('a page that is answered shows itself', async () => {
    expect((await mount({ answers: { [path]: { items: 1 } } })).text()).toBe('notes are here {"items":1}')
  })

  test('§7.2 402 shows the locked view', async () => {
    const { text } = await mount({ answers: { [path]: problem(402, 'tier_required') } })
    expect(text()).toContain('Not part of your plan')
  })

  test('402 names the feature, the plan, the plans that include it and whom to ask, and leads to the plan', async () => {
    const refused = problem(402, 'tier_required', {
      detail: 'Your plan does not include "Notes".',
      facts: {
        feature: 'notes',
        plan: 'free',
        plans: ['team', 'business'],
        planTitle: 'Free',
        planTitles: ['Team', 'Business'],
      },
    })
    const menu = { label: '', icon: 'box', category: '', order: 1 }
    const announced = [
      { ...menu, id: 'notes', path: '/notes' },
      { ...menu, id: 'plan', path: '/settings/plan' },
    ]
    const answers = { [path]: refused, 'GET /api/menus': announced, 'GET /api/members': membersByRole }
    const asOwner = await mount({ answers })
    for (const text of ['does not include "Notes".', 'Your plan: Free', 'Plans with more: Team and Business']) {
      expect(asOwner.text()).toContain(text)
    }
    expect(asOwner.text()).toContain('Ask an instance admin to change the plan.')
    expect(asOwner.find('a').getAttribute('href')).toBe('/admin/settings/plan?why=notes')
    await page?.unmount()
    const asMember = await mount({ answers: { ...answers, 'GET /api/auth/me': meAs('member') } })
    expect(asMember.text()).toContain('Owners: Ada Lovelace')
  })

  test("§2.34 402 shows the plugin's own lockedFallback in place of it", async () => {
    const locked = plugin({ lockedFallback: () => <p>Notes come with the large plan</p> })
    const { text } = await mount({ plugin: locked, answers: { [path]: problem(402, 'tier_required') } })
    expect(text()).toBe('Notes come with the large plan')
  })

  test('§7.3 403 shows that access is denied, and the next step', async () => {
    const { text } = await mount({ answers: { [path]: problem(403, 'forbidden', { nextStep: 'Ask Grace.' }) } })
    expect(text()).toContain("You don't have access to this page")
    expect(text()).toContain('Ask Grace.')
  })

  test('§4.30 a page that the server does not announce is switched off here', async () => {
    expect((await mount({ answers: menus })).text()).toContain('This feature is off')
  })
})

describe('PluginGate: disabled features', () => {
  test('a feature that is off is named, and switched on by those who may', async () => {
    let isOn = false
    const off = { key: 'memos', title: 'Memos', description: 'Short texts', enabled: false, requires: ['pens', 'ink'] }
    const features = () => [
      { ...off, enabled: isOn, pluginNames: ['other', 'notes'] },
      { ...off, key: 'pens', title: 'Pens', requires: ['wood'], pluginNames: [] },
      { ...off, key: 'wood', title: 'Wood', requires: [], pluginNames: [] },
      { ...off, key: 'ink', title: 'Ink', enabled: true, requires: [], pluginNames: [] },
    ]
    const announced = shellAnswers(plugin())['GET /api/menus']
    const { text, find, click, requests } = await mount({
      answers: {
        'GET /api/menus': () => (isOn ? announced : []),
        'GET /api/features': features,
        'PUT /api/features/memos': () => ((isOn = true), features()),
        [path]: { items: 3 },
      },
    })
    expect(find('h1').textContent).toBe('Memos is off')
    expect(text()).toContain('Also switches on Pens and Wood, which it requires.')
    expect(find('button').textContent).toBe('Switch on Memos')
    await click('button')
    expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({ enabled: true })
    expect(text()).toBe('notes are here {"items":3}')
  })

  test('§7.4 a feature that is off is a neutral note without a button for a member, who reads who can help', async () => {
    const feature = {
      key: 'notes',
      title: 'Notes',
      description: '',
      enabled: false,
      requires: [],
      pluginNames: ['notes'],
    }
    const { text } = await mount({
      answers: {
        ...menus,
        'GET /api/auth/me': meAs('member'),
        'GET /api/features': [feature],
        'GET /api/members': membersByRole,
      },
    })
    expect(text()).toContain('This feature is off')
    expect(text()).not.toContain('Notes')
    expect(text()).toContain('Owners: Ada Lovelace and eve@example.com')
    expect(text()).toContain('Admins: Ben')
    expect(document.querySelector('button')).toBeNull()
  })
})

describe('PluginGate: roles', () => {
  test('§7.16 a role that is too low is never reported as a disabled feature, and sees who can help', async () => {
    const answers = { 'GET /api/auth/me': meAs('member'), 'GET /api/members': membersByRole }
    const forAdmins = plugin({ routes: [{ path: '/notes', Component: QueryPage, requiredRole: 'admin' }] })
    const { text } = await mount({ plugin: forAdmins, answers })
    expect(text()).toContain("You don't have access to this page")
    expect(text()).toContain('Owners: Ada Lovelace and eve@example.com')
    expect(text()).toContain('Admins: Ben')
    expect(text()).not.toContain('switched off')
  })

  test('§7.16 a menu with a role stays advice: the page opens, and the server decides', async () => {
    const announced = [
      { id: 'notes', label: 'Notes', path: '/notes', icon: 'box', category: '', order: 1, requiredRole: 'admin' },
    ]
    const answers = { 'GET /api/auth/me': meAs('member'), 'GET /api/menus': announced }
    expect((await mount({ answers: { ...answers, [path]: { items: 1 } } })).text()).toContain('notes are here')
    await page?.unmount()
    const refused = await mount({
      answers: { ...answers, [path]: problem(403, 'forbidden'), 'GET /api/members': membersByRole },
    })
    expect(refused.text()).toContain("You don't have access to this page")
    expect(refused.text()).toContain('Admins: Ben')
  })

  test('§7.16 the helpers have the role that the page requires, and a higher one than the reader', async () => {
    const forOwners = plugin({ requiredRole: 'owner' })
    const answers = { 'GET /api/members': membersByRole }
    const asMember = await mount({ plugin: forOwners, answers: { ...answers, 'GET /api/auth/me': meAs('member') } })
    expect([asMember.text().includes('Owners:'), asMember.text().includes('Admins:')]).toEqual([true, false])
    await page?.unmount()
    const asAdmin = await mount({
      answers: { ...answers, 'GET /api/auth/me': meAs('admin'), [path]: problem(403, 'forbidden') },
    })
    expect([asAdmin.text().includes('Owners:'), asAdmin.text().includes('Admins:')]).toEqual([true, false])
  })

  test('§7.16 where the member list can not be read, an owner or admin is named by role', async () => {
    const answers = { 'GET /api/auth/me': meAs('member'), 'GET /api/members': problem(403, 'forbidden') }
    const { text } = await mount({ plugin: plugin({ requiredRole: 'admin' }), answers })
    expect(text()).toContain('Ask a workspace owner or admin')
    expect(text()).not.toMatch(/Owners:|Admins:/)
  })
})

describe('PluginGate: missing pages and errors', () => {
  test('§7.4 a feature that was disabled after the menus came is reported the same', async () => {
    const { text } = await mount({ answers: { [path]: problem(404, 'feature_disabled') } })
    expect(text()).toContain('This feature is off')
  })

  test('a 404 asks for the menus again, so that the sidebar agrees with the page', async () => {
    let menu: FakeAnswers[string] = [
      { id: 'notes', label: 'Notes', path: '/notes', icon: 'box', category: '', order: 1 },
    ]
    const { text, click, requests } = await mount({
      plugin: plugin({}, Degrading),
      answers: { 'GET /api/menus': () => menu },
    })
    menu = []
    await click('#s404')
    expect(text()).toContain('This feature is off')
    expect(requests.filter(({ path: asked }) => asked === '/api/menus').length).toBe(2)
  })

  test('a record that is missing says nothing about the menus', async () => {
    const { requests } = await mount({ answers: { [path]: problem(404, 'not_found') } })
    expect(requests.filter(({ path: asked }) => asked === '/api/menus').length).toBe(1)
  })

  test('§4.30 a path that the server announces and this build lacks is not in this build', async () => {
    const announced = [{ id: 'other', label: 'Other', path: '/other', icon: 'box', category: '', order: 1 }]
    const { text } = await mount({ path: '/other', answers: { 'GET /api/menus': announced } })
    expect(text()).toContain("This page isn't in this build")
  })

  test('a missing record is no missing feature', async () => {
    const { text } = await mount({
      answers: { [path]: problem(404, 'not_found', { detail: 'There is no such note.' }) },
    })
    expect(text()).toContain('Not found')
    expect(text()).toContain('There is no such note.')
  })

  test('§7.4 a chunk that does not arrive has a view of its own, which offers to load the page again', async () => {
    const lost = lazyPage(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
    const { text, find } = await mount({ plugin: plugin({}, lost) })
    expect(text()).toContain("This page didn't load")
    expect(find('button').textContent).toBe('Reload page')
  })

  test('§7.8 anything else shows the error view with the request id, and trying again starts again', async () => {
    let isDown = true
    const answers = { [path]: () => (isDown ? problem(400, 'bad_request', { detail: 'The cause.' }) : { items: 2 }) }
    const { text, click } = await mount({ answers })
    expect(text()).toContain('The cause.')
    expect(text()).toContain('req_test')
    expect(text()).not.toMatch(/ClientError|\b400\b/)
    isDown = false
    await click('button')
    expect(text()).toBe('notes are here {"items":2}')
  })

  test('§7.8 a page that throws shows nothing of its error', async () => {
    const broken = pageOf(() => {
      throw new Error('secret at line 7')
    })
    const { text } = await mount({ plugin: plugin({}, broken) })
    expect(text()).toContain("Couldn't load this page")
    expect(text()).not.toContain('secret')
  })
})

describe('a reader who comes back to a page that was refused', () => {
  const elsewhere = pageOf(() => <Link to="/notes">back</Link>)
  const both = plugin({
    routes: [
      { path: '/notes', Component: QueryPage },
      { path: '/elsewhere', Component: elsewhere },
    ],
  })

  test.each([
    ['a role', problem(403, 'forbidden'), "You don't have access to this page"],
    ['a switch', problem(404, 'feature_disabled'), 'This feature is off'],
    ['a fault', problem(400, 'bad_request'), 'Title of bad_request'],
  ])('sees it when %s no longer stands in the way', async (_what, refusal, title) => {
    let isRefused = true
    const answers = { [path]: () => (isRefused ? refusal : { items: 3 }) }
    const { text, click, act } = await mount({ plugin: both, answers })
    expect(text()).toContain(title)
    await act(() => {
      history.pushState(null, '', '/admin/elsewhere')
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    expect(text()).toBe('back')
    isRefused = false
    await click('a')
    expect(text()).toBe('notes are here {"items":3}')
  })
})

describe('§4.29 usePluginGate().degrade(status) asks for the standard view', () => {
  test.each([
    [402, 'Not part of your plan'],
    [403, "You don't have access to this page"],
    [404, "This page isn't in this build"],
    [500, "Couldn't load this page"],
  ])('%i', async (status, title) => {
    const { text, click } = await mount({ plugin: plugin({}, Degrading) })
    await click(`#s${status}`)
    expect(text()).toContain(title)
  })
})

describe('§2.33 requiredRole of the plugin and of the page must both hold, and only shape the display', () => {
  const asMember = { 'GET /api/auth/me': { user: { id: 'u' }, workspace: { id: 'w' }, role: 'member', csrfToken: 'c' } }

  test.each<readonly [whose: string, plugin: UIPlugin]>([
    ['the plugin asks', plugin({ requiredRole: 'admin' })],
    ['the page asks', plugin({ routes: [{ path: '/notes', Component: QueryPage, requiredRole: 'admin' }] })],
    [
      'both ask, one in vain',
      plugin({ requiredRole: 'member', routes: [{ path: '/notes', Component: QueryPage, requiredRole: 'owner' }] }),
    ],
  ])('%s: a member is told what to do, and nothing is asked of the server', async (_whose, asking) => {
    const { text, requests } = await mount({ plugin: asking, answers: { ...asMember, [path]: {} } })
    expect(text()).toContain("You don't have access to this page")
    expect(requests.some(({ path: asked }) => asked.startsWith('/api/x/'))).toBe(false)
  })

  test('§1.3 the console ignores roles: its only gate is the instance admin', async () => {
    const inConsole = defineUIPlugin({
      name: 'notes',
      requiredRole: 'owner',
      instanceRoutes: [{ path: '/notes', Component: QueryPage }],
    })
    const { text } = await mount({ plugin: inConsole, scope: 'instance', answers: { ...asMember, [path]: {} } })
    expect(text()).toContain('notes are here')
  })
})
