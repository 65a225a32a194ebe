import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ChangesetStep, ShownChangeset } from '@host/platform-api/changesets'
import type { Me } from '@host/plugin/wire'
import { fixturePlugin } from '../components/fixture-page.ts'
import { accessibilityProblems } from '../testing/accessibility-problems.ts'
import { problem, shellAnswers, type FakeRequest } from '../testing/fake-server.ts'
import { mountPage, variants, type MountedPage } from '../testing/mount-page.ts'
import { ChangesetPanel, type ChangesetPanelProps } from './ChangesetPanel.tsx'
import { interrupted, journal, plan, steps } from './fixture-changeset.ts'

let page: MountedPage
afterEach(async () => {
  vi.useRealTimers()
  await page.unmount()
})

interface Shown {
  readonly changeset?: Partial<ShownChangeset>
  readonly list?: readonly ChangesetStep[]
  readonly me?: Partial<Me>
  readonly props?: Partial<ChangesetPanelProps>
  readonly more?: object
}

/** What the server answers at the moment; a test changes it. */
let now: { changeset: ShownChangeset; list: readonly ChangesetStep[] }

async function open({ changeset = {}, list = steps, me = {}, props = {}, more = {} }: Shown = {}, look: object = {}) {
  now = { changeset: { ...plan, ...changeset }, list }
  const plugin = fixturePlugin(() => (
    <>
      <h1>Zone</h1>
      <ChangesetPanel id="chg_1" {...props} />
    </>
  ))
  const answers = {
    'GET /api/auth/me': { ...(shellAnswers(plugin)['GET /api/auth/me'] as Me), ...me },
    'GET /api/changesets/chg_1': () => now.changeset,
    'GET /api/changesets/chg_1/steps': () => ({ items: now.list, nextCursor: null }),
    ...more,
  }
  page = await mountPage({ plugin, path: '/fixture', answers, ...look })
}

const buttons = () => Array.from(page.container.querySelectorAll('button'), ({ textContent }) => textContent)
const sent = (act: string) => page.requests.filter(({ path }) => path === `/api/changesets/chg_1/${act}`)
const rows = () => Array.from(page.container.querySelectorAll('ul[aria-label="acme.example"] > li'))

function press(text: string) {
  const found = [...document.querySelectorAll('button')].findLast(({ textContent }) => textContent === text)
  if (found === undefined) throw new Error(`No button says "${text}"; the page reads: ${page.text()}`)
  return page.act(() => found.click())
}

test('a plan shows who planned it, its warnings before its values, and what depends on them', async () => {
  await open()
  const text = page.text()
  for (const part of ['Move mail to another provider', 'Planned', 'Planned by Grace Hopper', 'Agreed with support']) {
    expect(text).toContain(part)
  }
  expect(text.indexOf('goes to other servers')).toBeLessThan(text.indexOf('10 mx.old.example.'))
  expect(text).toContain('Stops working')
  expect(text).toContain('go/docs and go/jobs')
  expect(page.find('a[href="/admin/links"]').textContent).toBe('12 short links')
})

test('a record of what was there already is neither a change outside nor reverted', async () => {
  const changeset = { state: 'applied', isDrift: true, plannedBy: null, warnings: [], dependents: [] } as const
  await open({ changeset })
  expect(page.text()).toContain('Changed outside')
  expect(buttons()).toContain('Revert')
  await page.unmount()
  await open({ changeset: { ...changeset, parts: [] }, list: [] })
  expect(page.text()).not.toContain('Changed outside')
  expect(buttons()).not.toContain('Revert')
})

test('each step says in words how its value changes, and shows it before and after', async () => {
  await open()
  expect(rows().map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Changedacme\.example\. MXBefore.*mx\.old.*After.*mx\.new/s),
    expect.stringMatching(/^Removedgo\.acme\.example\. CNAMEBefore.*links\.example/s),
    expect.stringMatching(/^Added_dmarc\.acme\.example\. TXTAfter.*DMARC1/s),
  ])
  expect(page.text()).not.toContain('Not written')
})

test('a feature shows its own kind of value, and JSON where it shows none', async () => {
  const renderStep = ({ before, after }: ChangesetStep, { kind }: { readonly kind: string }) =>
    before === null ? undefined : <p>{`${kind}: ${after === null ? 'gone' : 'moved'}`}</p>
  await open({ props: { renderStep } })
  expect(rows().map((row) => row.textContent?.match(/records: \w+|DMARC1/)?.[0])).toEqual([
    'records: moved',
    'records: gone',
    'DMARC1',
  ])
})

test('more steps are loaded on request', async () => {
  const pages = ({ query }: FakeRequest) =>
    query.get('cursor') === '2'
      ? { items: steps.slice(2), nextCursor: null }
      : { items: steps.slice(0, 2), nextCursor: '2' }
  await open({ more: { 'GET /api/changesets/chg_1/steps': pages } })
  expect(rows().length).toBe(2)
  await press('Show more')
  expect(rows().length).toBe(3)
  expect(buttons()).not.toContain('Show more')
})

test('a long value is cut, and whole on request', async () => {
  await open({ list: [{ part: 0, state: 'waiting', key: 'k', before: null, after: 'x'.repeat(5_000) }] })
  expect(rows()[0]?.textContent?.length).toBeLessThan(2_100)
  await press('Show whole value')
  expect(rows()[0]?.textContent?.length).toBeGreaterThan(5_000)
})

test('nothing is approved until the text of a warning is typed, and the focus goes to its field', async () => {
  await open({ more: { 'POST /api/changesets/chg_1/apply': () => (now.changeset = { ...plan, state: 'applying' }) } })
  await press('Approve and apply')
  expect(sent('apply')).toEqual([])
  expect(document.activeElement).toBe(page.find('input'))
  expect(page.find('input').getAttribute('aria-invalid')).toBe('true')
  expect(page.text()).toContain('Type acme.example first.')
  await page.fill('input', ' acme.example ')
  await press('Approve and apply')
  expect(sent('apply').map(({ body }) => body)).toEqual([{ hash: plan.hash, confirmations: ['acme.example'] }])
  expect(document.activeElement?.getAttribute('tabindex')).toBe('-1')
  expect(document.activeElement?.textContent).toMatch(/^Applying.*written one after the other/)
  expect(buttons()).toEqual([])
})

test('a plan that is out of date offers to plan again, where the page can', async () => {
  const onStale = vi.fn()
  const more = { 'POST /api/changesets/chg_1/apply': problem(409, 'stale_plan') }
  await open({ changeset: { warnings: [] }, props: { onStale }, more })
  await press('Approve and apply')
  expect(page.text()).toContain('Something changed since this was planned')
  await press('Plan again')
  expect(onStale).toHaveBeenCalledOnce()
  await page.unmount()
  await open({ changeset: { state: 'expired' } })
  expect(page.text()).toContain('This plan expired')
  expect(buttons()).toEqual([])
})

test('another refusal is shown with its next step, and the plan stays', async () => {
  const more = { 'POST /api/changesets/chg_1/apply': problem(409, 'target_busy') }
  await open({ changeset: { warnings: [] }, more })
  await press('Approve and apply')
  expect(page.text()).toContain('Next step of target_busy')
  expect(buttons()).toEqual(['Approve and apply', 'Dismiss'])
})

const inState: readonly [Partial<ShownChangeset>, readonly string[], readonly string[]][] = [
  [{ state: 'planned' }, ['Approve and apply', 'Dismiss'], ['Dismiss']],
  [{ state: 'approved' }, ['Apply', 'Dismiss'], ['Dismiss']],
  [{ state: 'applying' }, [], []],
  [{ state: 'interrupted' }, ['Finish', 'Revert', 'Leave as is'], []],
  [{ state: 'applied' }, ['Revert'], []],
  [{ state: 'left' }, ['Revert'], []],
  [{ state: 'reverted' }, [], []],
  [{ state: 'dismissed' }, [], []],
]

test.each(inState)(
  '$state: an admin and the author without the role have their buttons',
  async (state, ofAdmin, ofAuthor) => {
    await open({ changeset: { ...state, warnings: [] } })
    expect(buttons()).toEqual(ofAdmin)
    await page.unmount()
    const user = { id: 'usr_2', email: 'grace@example.com', name: 'Grace Hopper', isInstanceAdmin: false }
    await open({ changeset: { ...state, warnings: [] }, me: { role: 'member', user } })
    expect(buttons()).toEqual(ofAuthor)
  },
)

test.each([
  ['planned', false, ['Dismiss']],
  ['interrupted', false, ['Revert', 'Leave as is']],
  ['applied', false, ['Revert']],
  ['interrupted', true, []],
] as const)(
  '§I64 %s: support access, read-only: %s, has the buttons that it is not refused',
  async (state, isReadOnly, its) => {
    const support = [{ id: 'sup_1', name: 'Ada', until: '2099-06-04T09:15:00.000Z', isReadOnly, isOwn: true }]
    const { workspace } = shellAnswers(fixturePlugin(() => null))['GET /api/auth/me'] as Me
    const me = { role: 'admin', workspace: workspace && { ...workspace, support } } as const
    await open({ changeset: { state, warnings: [] }, me })
    const active = page.container.querySelectorAll('button:not([aria-disabled])')
    expect(Array.from(active, ({ textContent }) => textContent)).toEqual(its)
  },
)

test('a reader without the role sees who can approve, and confirms nothing', async () => {
  const members = ({ query }: FakeRequest) => ({
    items: query.get('role') === 'admin' ? [{ name: 'Ada', email: 'ada@example.com' }] : [],
    nextCursor: null,
  })
  await open({ me: { role: 'member' }, more: { 'GET /api/members': members } })
  expect(page.text()).toContain('An owner or admin can approve this plan.')
  expect(page.text()).toContain('Admins: Ada')
  expect(page.container.querySelector('input')).toBeNull()
  expect(buttons()).toEqual([])
})

test('an applied changeset is followed live, step by step', async () => {
  await open({ changeset: { state: 'applying' } })
  expect(page.find('[role=progressbar]').getAttribute('aria-valuenow')).toBe('0')
  now.list = journal
  await page.changeElsewhere('/api/changesets')
  expect(page.find('[role=progressbar]').getAttribute('aria-valuenow')).toBe('33')
  expect(rows()[0]?.textContent).toContain('Written')
  expect(rows()[1]?.textContent).toContain('Not written')
  now.changeset = { ...plan, state: 'applied', finishedAt: plan.createdAt }
  await page.changeElsewhere('/api/changesets')
  expect(page.text()).toContain('Applied and verified')
  expect(page.container.querySelector('[role=progressbar]')).toBeNull()
})

test('it is asked for again by itself while it is applied, and not after', async () => {
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'],
    shouldAdvanceTime: true,
  })
  await open({ changeset: { state: 'applying' } })
  now.changeset = { ...plan, state: 'applied' }
  await page.act(() => vi.advanceTimersByTimeAsync(6_000))
  expect(page.text()).toContain('Applied and verified')
  const asked = page.requests.length
  await page.act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(page.requests.length).toBe(asked)
})

test('an interrupted one says why and what was written, and is left as it is after a question', async () => {
  const more = {
    'POST /api/changesets/chg_1/leave': () => (now.changeset = { ...interrupted, id: 'chg_1', state: 'left' }),
  }
  await open({ changeset: { ...interrupted, id: 'chg_1' }, list: journal, more })
  expect(page.find('[role=alert]').textContent).toContain('The other server failed')
  expect(rows().map((row) => /Not written|Written/.exec(row.textContent ?? '')?.[0])).toEqual([
    'Written',
    'Not written',
    'Not written',
  ])
  await press('Leave as is')
  expect(page.find('[role=dialog]').textContent).toContain('Values already written stay.')
  expect(sent('leave').length).toBe(0)
  await press('Leave as is')
  expect(sent('leave').length).toBe(1)
  expect(buttons()).toEqual(['Revert'])
})

test('a step that was being written when it was interrupted may be written', async () => {
  const list = steps.map((step) => ({ ...step, state: 'writing' as const }))
  await open({ changeset: { state: 'interrupted' }, list })
  expect(rows()[0]?.textContent).toContain('May be written')
})

test('a revert is planned under its title, and its plan is opened', async () => {
  const onRevert = vi.fn()
  const title = 'T'.repeat(200)
  const more = { 'POST /api/changesets/chg_1/revert': { ...plan, id: 'chg_9' } }
  await open({ changeset: { state: 'applied', title }, props: { onRevert }, more })
  await press('Revert')
  expect(onRevert).toHaveBeenCalledWith('chg_9')
  expect(sent('revert')[0]?.body).toEqual({ title: `Revert: ${'T'.repeat(191)}…` })
  await page.unmount()
  await open({ changeset: { state: 'applied' }, more })
  await press('Revert')
  expect(location.pathname).toBe('/admin/changes/chg_9')
})

test('the next changeset starts without what was typed for the one before', async () => {
  now = { changeset: plan, list: steps }
  function Two() {
    const [id, setId] = useState('chg_1')
    return (
      <>
        <button type="button" id="next" onClick={() => setId(id === 'chg_1' ? 'chg_5' : 'chg_1')}>
          Next
        </button>
        <ChangesetPanel id={id} />
      </>
    )
  }
  const list = { items: steps, nextCursor: null }
  const answers = {
    'GET /api/changesets/chg_1': plan,
    'GET /api/changesets/chg_1/steps': list,
    'GET /api/changesets/chg_5': { ...plan, id: 'chg_5' },
    'GET /api/changesets/chg_5/steps': list,
  }
  page = await mountPage({ plugin: fixturePlugin(Two), path: '/fixture', answers })
  await page.click('#next')
  await page.click('#next')
  await page.fill('input', 'acme.example')
  await page.click('#next')
  expect(page.find<HTMLInputElement>('input').value).toBe('')
})

test('an unknown changeset leaves the page around the panel', async () => {
  await open({ more: { 'GET /api/changesets/chg_1': problem(404, 'not_found') } })
  expect(page.text()).toContain('Zone')
  expect(page.text()).toContain('Title of not_found')
})

test.each(variants)('nothing hinders a reader in $theme and $language', async (variant) => {
  await open({ changeset: { ...interrupted, id: 'chg_1' }, list: journal }, variant)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.unmount()
  await open({}, variant)
  expect(await accessibilityProblems(page)).toEqual([])
})
