import { afterEach, expect, test, vi } from 'vitest'
import { fixturePlugin } from '../components/fixture-page.ts'
import { mountPage, type MountedPage } from '../testing/index.ts'
import { press } from './FixtureList.tsx'
import { SidePanel, type SidePanelProps } from './SidePanel.tsx'

let page: MountedPage
afterEach(async () => {
  vi.restoreAllMocks()
  await page.unmount()
})

function mount(props: Partial<SidePanelProps>): Promise<MountedPage> {
  const plugin = fixturePlugin(() => (
    <>
      <h1>Things</h1>
      <button type="button">Beside</button>
      <SidePanel label="Thing" onClose={() => undefined} {...props}>
        Details
      </SidePanel>
    </>
  ))
  return mountPage({ plugin, path: '/fixture' })
}

test('where there is room it stands beside the page, which can be used, and Escape, j and k are its keys', async () => {
  const [onClose, onNext, onPrevious] = [vi.fn(), vi.fn(), vi.fn()]
  page = await mount({ onClose, onNext, onPrevious })
  expect(page.find('aside').getAttribute('aria-label')).toBe('Thing')
  expect(document.querySelector('[role=dialog]')).toBeNull()
  await press(page, 'j')
  await press(page, 'k')
  await press(page, 'k')
  await press(page, 'Escape')
  expect([onNext, onPrevious, onClose].map(({ mock }) => mock.calls.length)).toEqual([1, 2, 1])
  await page.click('button[aria-label="Next row"]')
  expect(onNext).toHaveBeenCalledTimes(2)
})

test('on a narrow page it is a drawer over it, with the same keys', async () => {
  const narrow = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.spyOn(window, 'matchMedia').mockReturnValue(narrow as unknown as MediaQueryList)
  const [onClose, onNext] = [vi.fn(), vi.fn()]
  page = await mount({ onClose, onNext })
  expect(page.find('[role=dialog]').textContent).toContain('Details')
  expect(document.querySelector('aside')).toBeNull()
  await press(page, 'j')
  expect(onNext).toHaveBeenCalledTimes(1)
  await page.click('[role=dialog] button[aria-label="Close"]')
  expect(onClose).toHaveBeenCalledTimes(1)
})
