import { afterEach, expect, test, vi } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import { plugin } from './index.ts'

let page: MountedPage | undefined
afterEach(async () => {
  vi.restoreAllMocks()
  await page?.unmount()
})

const workspace = {
  id: 'wsp_1',
  slug: 'home',
  name: 'Home',
  role: 'owner',
  accent: null,
  logo: null,
  timeZone: 'Europe/Berlin',
  requireSecondFactor: false,
  requireSso: false,
  requireSsoForTokens: false,
  eraseAt: null,
  createdAt: '2026-01-02T03:04:05Z',
}
const none = { 'GET /api/support-access': { items: [], nextCursor: null } }
const read = { 'GET /api/workspaces/wsp_1': workspace, ...none }
const path = '/settings/workspace'

async function rename(name: string): Promise<void> {
  const input = page!.find<HTMLInputElement>('input[name=name]')
  await page?.act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, name)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

async function save(): Promise<void> {
  await page?.act(() => page?.find<HTMLFormElement>('main form').requestSubmit())
}

test('§ web 9 the bar to save comes with a change, and saving sends it', async () => {
  const changed = { 'PATCH /api/workspaces/wsp_1': { ...workspace, name: 'House' } }
  page = await mountPage({ plugin, path, answers: { ...read, ...changed } })
  expect(page.text()).not.toContain('Unsaved changes')
  await rename('House')
  expect(page.text()).toContain('Unsaved changes')
  await save()
  const sent = page.requests.find(({ method }) => method === 'PATCH')
  expect(sent?.body).toEqual({ name: 'House', accent: null })
})

test.each([
  ['en', 'Time zone'],
  ['zh', '时区'],
] as const)('the time zone is found by its name and saved (%s)', async (language, label) => {
  const changed = { 'PATCH /api/workspaces/wsp_1': { ...workspace, timeZone: 'Asia/Tokyo' } }
  page = await mountPage({ plugin, path, answers: { ...read, ...changed }, language })
  expect(page.text()).toContain(label)
  const input = page.find<HTMLInputElement>('main form [role=combobox]')
  expect(input.value).toBe('Europe/Berlin')
  await page.act(() => {
    input.focus()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'tokyo')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  for (const key of ['ArrowDown', 'Enter']) {
    await page.act(() => input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
  }
  expect(input.value).toBe('Asia/Tokyo')
  await save()
  const sent = page.requests.find(({ method }) => method === 'PATCH')
  expect(sent?.body).toEqual({ name: 'Home', accent: null, timeZone: 'Asia/Tokyo' })
})

test('§ web 9 a refusal of the server is shown at the name', async () => {
  const refused = problem(422, 'invalid_input', { errors: [{ path: 'name', message: 'Another workspace has it.' }] })
  page = await mountPage({ plugin, path, answers: { ...read, 'PATCH /api/workspaces/wsp_1': refused } })
  await rename('House')
  await save()
  const input = page.find('input[name=name]')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(page.text()).toContain('Another workspace has it.')
  expect(document.activeElement).toBe(input)
})

test('§ web 9 leaving unsaved changes always asks', async () => {
  page = await mountPage({ plugin, path, answers: read })
  await rename('House')
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(true)
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  page = await mountPage({ plugin, path, answers: read, ...variant })
  await rename('')
  await save()
  expect(page.find('input[name=name]').getAttribute('aria-invalid')).toBe('true')
  expect(await accessibilityProblems(page)).toEqual([])
})

test('an owner hands over, leaves, deletes and exports; an admin leaves', async () => {
  page = await mountPage({ plugin, path, answers: read })
  for (const text of ['Transfer', 'Leave', 'Delete workspace', 'Download']) expect(page.text()).toContain(text)
  await page.unmount()
  page = await mountPage({
    plugin,
    path,
    answers: { ...read, 'GET /api/workspaces/wsp_1': { ...workspace, role: 'admin' } },
  })
  for (const text of ['Transfer', 'Delete workspace', 'Download']) expect(page.text()).not.toContain(text)
  expect(page.text()).toContain('Leave')
  expect(page.find<HTMLInputElement>('input[name=slug]').disabled).toBe(true)
})

test.each([
  ['en', 'Remove logo'],
  ['zh', '移除徽标'],
] as const)('a logo is uploaded as a file when it is dropped, and removed (%s)', async (language, label) => {
  const own = { ...workspace, logo: '/api/workspaces/wsp_1/logo/logo_1' }
  const changes = { 'PUT /api/workspaces/wsp_1/logo': own, 'DELETE /api/workspaces/wsp_1/logo': workspace }
  page = await mountPage({ plugin, path, answers: { ...read, 'GET /api/workspaces/wsp_1': own, ...changes }, language })
  const files = [new File(['x'], 'sun.png', { type: 'image/png' })]
  const drop = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), { dataTransfer: { files } })
  const zone = page.find('main input[type=file]').closest('[role=group]')?.firstElementChild
  await page.act(() => zone?.dispatchEvent(drop))
  const sent = (method: string) => page?.requests.find((request) => request.method === method)
  await vi.waitFor(() => expect(sent('PUT')?.headers.get('x-file-name')).toBe('sun.png'))
  expect(sent('PUT')?.path).toBe('/api/workspaces/wsp_1/logo')
  await page.click(buttonNamed(label))
  expect(sent('DELETE')?.path).toBe('/api/workspaces/wsp_1/logo')
})

test('deleting asks for the name, and sends it as the confirmation', async () => {
  page = await mountPage({ plugin, path, answers: { ...read, 'DELETE /api/workspaces/wsp_1': undefined } })
  await page.click(buttonNamed('Delete workspace'))
  const input = page.find<HTMLInputElement>('[role=dialog] input')
  await page.act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'Home')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await page.act(() => page?.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
  expect(page.requests.map(({ method, path: at }) => `${method} ${at}`)).toContain('DELETE /api/workspaces/wsp_1')
})

test.each([
  ['en', 'Download'],
  ['zh', '下载'],
] as const)(
  'the export is downloaded by the browser, and a refusal is shown with its next step (%s)',
  async (language, label) => {
    const opened: (string | null)[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      opened.push(this.getAttribute('href'))
    })
    let isBusy = true
    const refused = problem(503, 'overloaded', { title: 'Busy', detail: 'Four are running.', nextStep: 'Try later.' })
    const check = { 'GET /api/workspaces/wsp_1/export/check': () => (isBusy ? refused : undefined) }
    page = await mountPage({ plugin, path, answers: { ...read, ...check }, language })
    await page.click(buttonNamed(label))
    for (const text of ['Busy', 'Four are running.', 'Try later.']) expect(document.body.textContent).toContain(text)
    expect(opened).toEqual([])
    isBusy = false
    await page.click(buttonNamed(label))
    expect(opened).toEqual(['/api/workspaces/wsp_1/export?workspace=wsp_1'])
    expect(page.requests.some(({ path: asked }) => asked.endsWith('/export'))).toBe(false)
  },
)

test('an owner grants a request for a shorter time, read-only at first, and an admin ends access', async () => {
  const access = {
    id: 'sup_1',
    state: 'requested',
    admin: { id: 'usr_9', name: 'Finn' },
    reason: 'A broken import',
    minutes: 240,
    requestedAt: '2026-11-20T12:00:00.000Z',
    expiresAt: '2026-11-27T12:00:00.000Z',
    decidedBy: null,
    decidedAt: null,
    rights: null,
    until: null,
    startedAt: null,
    endedBy: null,
    endedAt: null,
  }
  const granted = { ...access, state: 'active', rights: 'read', until: '2026-11-20T16:00:00.000Z' }
  let item: object = access
  const answers = {
    ...read,
    'GET /api/support-access': () => ({ items: [item], nextCursor: null }),
    'POST /api/support-access/sup_1/grant': () => (item = granted),
    'POST /api/support-access/sup_1/end': () => (item = { ...granted, state: 'ended' }),
  }
  page = await mountPage({ plugin, path, answers })
  expect(page.text()).toMatch(/Finn.*Requested.*A broken import.*4 hours/)
  await page.click(buttonNamed('Grant'))
  expect(await accessibilityProblems(page)).toEqual([])
  await page.act(() => page?.find<HTMLFormElement>('[role=dialog] form').requestSubmit())
  const sent = page.requests.find(({ path: at }) => at.endsWith('/grant'))
  expect(sent?.body).toEqual({ minutes: 240, rights: 'read' })
  expect(page.text()).toMatch(/In use.*Read-only/)
  await page.unmount()
  page = await mountPage({
    plugin,
    path,
    answers: { ...answers, 'GET /api/workspaces/wsp_1': { ...workspace, role: 'admin' } },
  })
  await page.click(buttonNamed('End access'))
  expect(page.text()).toContain('Ended')
})

/** Marks the button of these words, since a selector can't ask for text. */
function buttonNamed(name: string): string {
  const button = [...document.querySelectorAll('main button')].find(({ textContent }) => textContent === name)
  button?.setAttribute('data-test', name)
  return `[data-test="${name}"]`
}
