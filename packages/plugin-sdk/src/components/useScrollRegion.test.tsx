import type { ReactNode } from 'react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SidePanel } from '../table/SidePanel.tsx'
import type { MountedPage } from '../testing/mount-page.ts'
import { Drawer } from './Drawer.tsx'
import { mountComponent } from './fixture-page.ts'

let page: MountedPage | undefined
let height = 0
beforeEach(() => {
  height = 900
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(() => height)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300)
})
afterEach(() => page?.unmount())

const regions: Readonly<Record<string, (content: ReactNode) => ReactNode>> = {
  Drawer: (content) => (
    <Drawer open onClose={() => undefined} label="Details">
      {content}
    </Drawer>
  ),
  SidePanel: (content) => (
    <SidePanel label="Details" onClose={() => undefined}>
      {content}
    </SidePanel>
  ),
}

const region = () => document.querySelector<HTMLElement>('.scroll-thin')

for (const [name, render] of Object.entries(regions)) {
  test(`${name}: content that overflows and holds no control is reached by the keyboard`, async () => {
    page = await mountComponent(() => <>{render(<p>Text</p>)}</>)
    expect([region()?.tabIndex, region()?.getAttribute('aria-label')]).toEqual([0, 'Details'])
  })

  test(`${name}: content that fits takes no focus`, async () => {
    height = 300
    page = await mountComponent(() => <>{render(<p>Text</p>)}</>)
    expect(region()?.hasAttribute('tabindex')).toBe(false)
  })

  test(`${name}: a control in the content takes the focus in place of the region, also one that comes later`, async () => {
    let open = (): void => undefined
    function Content() {
      const [isOpen, setIsOpen] = useState(false)
      open = () => setIsOpen(true)
      return isOpen ? <button type="button">Edit</button> : <p>Text</p>
    }
    page = await mountComponent(() => <>{render(<Content />)}</>)
    expect(region()?.tabIndex).toBe(0)
    await page.act(() => open())
    await vi.waitFor(() => expect(region()?.hasAttribute('tabindex')).toBe(false))
  })
}
