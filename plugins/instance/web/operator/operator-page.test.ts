import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, variants, type MountedPage } from '@host/plugin-sdk/testing'
import { accessNames, mailNames, rateNames, type OperatorSettingRow } from '../../shared.ts'
import { plugin } from '../index.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const path = '/settings'
const mask = '••••••••'

function rows(set: Partial<Record<string, Partial<OperatorSettingRow>>>): {
  items: OperatorSettingRow[]
  nextCursor: null
} {
  const items = [...mailNames, ...rateNames, ...accessNames].map((name): OperatorSettingRow => {
    const isSecret = name === 'HOST_SMTP_URL' || name === 'HOST_METRICS_TOKEN'
    return { name, value: '', default: '', source: 'default', isSecret, ...set[name] }
  })
  return { items, nextCursor: null }
}

const typical = rows({
  HOST_SMTP_URL: { value: mask, source: 'stored' },
  HOST_SMTP_FROM: { value: 'Host <host@host.test>', source: 'stored' },
  HOST_RATE_API: { value: '600', default: '600' },
  HOST_RATE_FORM: { value: '7', default: '20', source: 'environment' },
})

const brand = { name: 'Acme', accent: '#198044', logo: '/brand/abc' }

const answers = {
  'GET /api/instance/brand': brand,
  'PATCH /api/instance/brand': brand,
  'PUT /api/instance/brand/logo': brand,
  'GET /api/instance/operator-settings': typical,
  'PATCH /api/instance/operator-settings': typical,
  'POST /api/instance/test-email': { to: 'ada@host.test', problem: 'EAUTH with 535 at AUTH' },
}

async function open(): Promise<void> {
  page = await mountPage({ plugin, scope: 'instance', path, answers })
}

const input = (label: string) => {
  const named = Array.from(document.querySelectorAll('label')).find(({ textContent }) => textContent?.startsWith(label))
  return document.getElementById(named?.getAttribute('for') ?? '') as HTMLInputElement
}

test.each(variants)('the page is accessible in $theme and $language', async (variant) => {
  page = await mountPage({ plugin, scope: 'instance', path, answers, ...variant })
  expect(await accessibilityProblems(page)).toEqual([])
})

test('a setting of the environment is disabled and names its variable; a default is a placeholder', async () => {
  await open()
  expect(input('Public forms').disabled).toBe(true)
  expect(page?.text()).toContain('Set by HOST_RATE_FORM in the environment.')
  expect([input('API calls per session').value, input('API calls per session').placeholder]).toEqual(['', '600'])
})

test('only changed settings are sent, and an emptied one goes back to its default', async () => {
  await open()
  await page?.fill(`#${CSS.escape(input('API calls per session').id)}`, '300')
  await page?.act(() => document.querySelectorAll<HTMLFormElement>('main form')[2]?.requestSubmit())
  await page?.fill(`#${CSS.escape(input('Sender').id)}`, '')
  await page?.act(() => document.querySelectorAll<HTMLFormElement>('main form')[1]?.requestSubmit())
  const sent = page?.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
  expect(sent).toEqual([{ HOST_RATE_API: '300' }, { HOST_SMTP_FROM: null }])
})

test('a test email that is not sent shows the code of the server', async () => {
  await open()
  const button = Array.from(document.querySelectorAll('button')).find(
    ({ textContent }) => textContent === 'Send test email',
  )
  await page?.act(() => button?.click())
  expect(page?.find('[role=alert]').textContent).toContain('EAUTH with 535')
})

test('a logo is sent as it is chosen, and a name that is emptied goes back to that of the product', async () => {
  await open()
  const file = new File([Uint8Array.of(1, 2, 255)], 'logo.png', { type: 'image/png' })
  const files = page?.find<HTMLInputElement>('input[type=file]') as HTMLInputElement
  Object.defineProperty(files, 'files', { value: [file] })
  await page?.act(() => files.dispatchEvent(new Event('change', { bubbles: true })))
  await page?.fill(`#${CSS.escape(input('Instance name').id)}`, '')
  await page?.act(() => document.querySelectorAll<HTMLFormElement>('main form')[0]?.requestSubmit())
  const sent = page?.requests.filter(({ method }) => method !== 'GET').map(({ method, body }) => [method, body])
  expect(sent).toEqual([
    ['PUT', { data: 'AQL/' }],
    ['PATCH', { name: null, accent: '#198044' }],
  ])
})
