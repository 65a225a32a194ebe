import { afterEach, expect, test, vi } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import { clientSetups } from './connect/client-setups.ts'
import { answers, details, doneDetails } from './fixture.ts'
import { plugin } from './index.ts'

let page: MountedPage
afterEach(() => page?.unmount())

const open = (path: `/${string}`, more: object = {}) => mountPage({ plugin, path, answers: { ...answers, ...more } })
const sent = (path: string) => page.requests.filter((each) => each.method === 'POST' && each.path === path)
const waits = '/mcp/approvals?open=apr_2' as const

function press(text: string) {
  const all = [...document.querySelectorAll<HTMLElement>('button, [role=tab], [role=option]')]
  const found = all.findLast((each) => each.textContent?.trim() === text)
  if (found === undefined) throw new Error(`Nothing says "${text}".`)
  return page.act(() => found.click())
}

const clients = ['Claude Code', 'Codex', 'Gemini CLI', 'Cursor', 'VS Code', 'Claude Desktop', 'HTTP', 'stdio']
const secret = `host_${'a1B2c3D4'.repeat(5)}`
const minted = { id: 'tok_9', name: 'Claude Code', token: secret, expiresAt: '2027-02-27T08:00:00.000Z' }
const madeTokens = () => sent('/api/mcp/tokens').map(({ body }) => body)

test('§A99 each client gets the address of this product, and no token before its reader creates one', async () => {
  page = await open('/mcp')
  for (const client of clients) {
    await press(client)
    const code = page.find('[role=tabpanel]:not([hidden]) pre').textContent
    expect(code).toContain(`${location.origin}/api/mcp`)
    expect(code).not.toMatch(/host_[0-9A-Za-z]{20}/)
  }
})

test('§A99 one button creates a token that only reads, and each client gets it in its setup', async () => {
  page = await open('/mcp', { 'POST /api/mcp/tokens': minted })
  await press('Connect')
  expect(madeTokens()).toEqual([{ name: 'Claude Code' }])
  for (const client of clients) {
    await press(client)
    const code = page.find('[role=tabpanel]:not([hidden]) pre').textContent
    expect(code, client).toContain(secret)
    expect(code, client).not.toContain('${')
  }
  expect(page.text()).toContain('shown once')
  await page.unmount()
  page = await open('/mcp', {})
  expect(page.text()).not.toContain(secret)
})

test('an agent changes only what its user selects', async () => {
  page = await open('/mcp?client=codex', { 'POST /api/mcp/tokens': minted })
  const labelled = (text: string) =>
    [...document.querySelectorAll<HTMLElement>('[role=tabpanel]:not([hidden]) label')].find(
      (each) => each.textContent === text,
    )
  await page.act(() => labelled('Read and change')?.click())
  await vi.waitFor(() => expect(labelled('Notes')).toBeTruthy())
  await page.act(() => labelled('Notes')?.click())
  await press('Connect')
  expect(madeTokens()).toEqual([{ name: 'Codex', scopes: ['notes.write'] }])
})

test("§A99 no command lets the shell write the token into a client's files, and none starts another program named host", () => {
  for (const { id, code } of clientSetups('https://work.example')) {
    expect(code.replaceAll(/'[^']*'/g, ''), id).not.toMatch(id === 'http' ? /never/ : /(?<!")Bearer \$/)
    expect(code, id).not.toMatch(/(?:"command": "|^)host\b/m)
  }
})

test('§A45 a token shows the tools that an agent gets with it, and one that lets no agent in says so', async () => {
  page = await open('/mcp')
  for (const text of ['notes_list_notes', 'Read-only', 'Destroys', 'Needs approval', 'Use it when a member']) {
    expect(page.text()).toContain(text)
  }
  await page.act(() => page.find('[role=combobox]').click())
  await press('Reports')
  expect(page.text()).toContain("Agents can't use this token")
})

test('without tokens the page explains them', async () => {
  page = await open('/mcp', { 'GET /api/mcp/tokens': { items: [], nextCursor: null } })
  expect(page.text()).toContain('No API tokens yet')
  expect(page.find('a[href*="/help/agents"]')).toBeTruthy()
})

test('tools that can’t be read say so and are asked again', async () => {
  let isBroken = true
  page = await open('/mcp', {
    'GET /api/mcp/tokens': () => (isBroken ? problem(403, 'forbidden') : answers['GET /api/mcp/tokens']),
  })
  expect(page.text()).toContain('Title of forbidden')
  isBroken = false
  await press('Try again')
  expect(page.text()).toContain('notes_list_notes')
})

test('a failure of the list of calls stands in the list, and the page stays', async () => {
  page = await open('/mcp/approvals', { 'GET /api/mcp/approvals': problem(400, 'invalid_input') })
  expect(page.text()).toContain('Decided')
  expect(page.find('main [role=alert]').textContent).toContain('Title of invalid_input')
})

test('pending and decided calls are separate', async () => {
  page = await open('/mcp/approvals')
  expect(page.text()).toContain('Remove a member from the workspace')
  await press('Decided')
  expect(page.requests.at(-1)?.query.get('state')).toBe('decided')
  await page.unmount()
  page = await open('/mcp/approvals', { 'GET /api/mcp/approvals': { items: [], nextCursor: null } })
  expect(page.text()).toContain('No pending approvals')
})

test("an agent's text is shown as text, with its invisible characters", async () => {
  page = await open(waits)
  const code = page.find('aside pre').textContent
  for (const part of ['<img src=x onerror=alert(1)>', '\\u0007', 'invoice\\u202efdp.exe', 'pay\\u200bpal', 'usr_9']) {
    expect(code).toContain(part)
  }
  expect(document.querySelector('aside img')).toBeNull()
  expect(JSON.parse(code ?? '')).toEqual(details.input)
})

const harmless = {
  ...details,
  isDestructive: false,
  subject: { isDestructive: false, records: [], confirmation: null },
}

test('arguments are read with the names of their records, and an id without one says so', async () => {
  page = await open(waits)
  const [list] = document.querySelectorAll('aside dl')
  for (const part of ['Linus Torvalds', 'linus@example.com', 'usr_9', 'Deleted, or not in this workspace', 'Yes']) {
    expect(list?.textContent).toContain(part)
  }
  expect(list?.textContent).toContain('invoice\\u202efdp.exe')
})

test('§A106 the list and the panel mark a call that destroys, and no other', async () => {
  page = await open(waits)
  expect(page.find('tbody tr').textContent).toContain('Destroys')
  expect(page.find('aside').textContent).toContain('Destroys')
  await page.unmount()
  page = await open(waits, {
    'GET /api/mcp/approvals': { items: [{ ...harmless, subject: undefined }], nextCursor: null },
    'GET /api/mcp/approvals/apr_2': harmless,
  })
  expect(page.text()).not.toContain('Destroys')
})

test('§A106 a call that destroys is approved once the name of its record is typed', async () => {
  page = await open(waits, { 'POST /api/mcp/approvals/apr_2/approve': { ...details, state: 'approved' } })
  await press('Approve…')
  await press('Approve')
  expect(sent('/api/mcp/approvals/apr_2/approve')).toEqual([])
  await page.fill('[role=dialog] input', 'Linus Torvald')
  await press('Approve')
  expect(sent('/api/mcp/approvals/apr_2/approve')).toEqual([])
  await page.fill('[role=dialog] input', 'Linus Torvalds')
  await press('Approve')
  expect(sent('/api/mcp/approvals/apr_2/approve')).toHaveLength(1)
})

test('a destructive call on an unnamed record is confirmed all the same', async () => {
  const nameless = { ...details, subject: { isDestructive: true, records: [], confirmation: null } }
  page = await open(waits, {
    'GET /api/mcp/approvals/apr_2': nameless,
    'POST /api/mcp/approvals/apr_2/approve': { ...nameless, state: 'approved' },
  })
  await press('Approve…')
  expect(sent('/api/mcp/approvals/apr_2/approve')).toEqual([])
  await press('Approve')
  expect(sent('/api/mcp/approvals/apr_2/approve')).toHaveLength(1)
})

test('a call is approved, or refused with a reason', async () => {
  page = await open(waits, {
    'GET /api/mcp/approvals/apr_2': harmless,
    'POST /api/mcp/approvals/apr_2/approve': { ...harmless, state: 'approved' },
  })
  await press('Approve')
  expect(sent('/api/mcp/approvals/apr_2/approve')).toHaveLength(1)
  expect(document.querySelector('[role=dialog] input')).toBeNull()
  await page.unmount()
  page = await open(waits, { 'POST /api/mcp/approvals/apr_2/refuse': { ...details, state: 'refused' } })
  await press('Refuse')
  await page.fill('[name=reason]', ' Not on a Friday. ')
  await press('Refuse')
  expect(sent('/api/mcp/approvals/apr_2/refuse')[0]?.body).toEqual({ reason: 'Not on a Friday.' })
})

test('a second decision reports the first', async () => {
  const late = problem(409, 'conflict', { detail: 'This call no longer waits for a decision.' })
  page = await open(waits, {
    'GET /api/mcp/approvals/apr_2': harmless,
    'POST /api/mcp/approvals/apr_2/approve': late,
  })
  await press('Approve')
  expect(page.find('aside').textContent).toContain('no longer waits for a decision')
})

test('a member withdraws the calls of their own agent, and decides none', async () => {
  const me = {
    user: { id: 'usr_2', email: 'grace@example.com', name: 'Grace', isInstanceAdmin: false },
    workspace: { id: 'wsp_1', slug: 'home', name: 'Home', accent: null, logo: null },
    role: 'member',
    csrfToken: 'csrf-1',
  }
  page = await open(waits, {
    'GET /api/auth/me': me,
    'POST /api/mcp/approvals/apr_2/withdraw': { ...details, state: 'withdrawn' },
  })
  expect(page.find('aside').textContent).not.toContain('Approve')
  await press('Withdraw')
  expect(sent('/api/mcp/approvals/apr_2/withdraw')).toHaveLength(1)
})

test('a finished call shows its decider and answer, and an interrupted one that its outcome is unknown', async () => {
  page = await open('/mcp/approvals?show=decided&open=apr_1')
  for (const text of ['Ada Lovelace', 'Grace Hopper', '"removed": true']) expect(page.text()).toContain(text)
  await page.unmount()
  const broken = { ...doneDetails, state: 'failed', error: 'interrupted', answer: null }
  page = await open('/mcp/approvals?show=decided&open=apr_1', { 'GET /api/mcp/approvals/apr_1': broken })
  expect(page.text()).toContain('its outcome is unknown')
})

test('§A86 a call that failed before it began says that it did not run, and why', async () => {
  for (const [error, said] of [
    ['not_begun', "couldn't start"],
    ['taken_out', 'An operator removed its job'],
  ] as const) {
    const failed = { ...doneDetails, state: 'failed', error, status: null, answer: null }
    page = await open('/mcp/approvals?show=decided&open=apr_1', { 'GET /api/mcp/approvals/apr_1': failed })
    expect(page.text()).toContain(said)
    expect(page.text()).toContain('not done')
    await page.unmount()
  }
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  for (const path of ['/mcp', '/mcp/approvals', waits, '/mcp/approvals?show=decided&open=apr_1'] as const) {
    page = await mountPage({ plugin, path, answers, ...variant })
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
  }
})
