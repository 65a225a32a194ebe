import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { mountComponent } from '../components/fixture-page.ts'
import type { MountedPage } from '../testing/mount-page.ts'
import { useCrumbs } from './CrumbProvider.tsx'
import { useBreadcrumb } from './useBreadcrumb.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('a page names its record once it knows it, and takes the name along when it goes', async () => {
  function Trail() {
    return <p>{useCrumbs().map(({ title }) => title)}</p>
  }
  function Note({ title }: { readonly title: string | undefined }) {
    useBreadcrumb(title)
    return null
  }
  function Page() {
    const [step, setStep] = useState(0)
    return (
      <>
        <Trail />
        {step < 2 && <Note title={['', undefined, 'Groceries'][step + 1]} />}
        <button id="on" type="button" onClick={() => setStep(step + 1)}>
          On
        </button>
      </>
    )
  }
  page = await mountComponent(Page)
  expect(page.find('p').textContent).toBe('')
  await page.click('#on')
  expect(page.find('p').textContent).toBe('Groceries')
  await page.click('#on')
  expect(page.find('p').textContent).toBe('')
})
