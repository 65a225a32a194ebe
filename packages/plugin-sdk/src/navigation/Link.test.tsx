import { afterEach, expect, test } from 'vitest'
import type { MountedPage } from '../testing/mount-page.ts'
import { mountComponent } from '../components/fixture-page.ts'
import { Link } from './Link.tsx'
import { useNavigate } from './useNavigate.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

test('a link leads inside its shell, or out of it', async () => {
  page = await mountComponent(() => (
    <>
      <Link to="/members">Members</Link>
      <Link to="~/login">Sign in</Link>
    </>
  ))
  expect(Array.from(document.querySelectorAll('a'), (link) => link.getAttribute('href'))).toEqual([
    '/admin/members',
    '/login',
  ])
})

test('a plain press stays in the document; one with a modifier is left to the browser', async () => {
  page = await mountComponent(() => <Link to="/fixture?part=two">Two</Link>)
  const taken: boolean[] = []
  const onClick = (event: MouseEvent) => {
    taken.push(event.defaultPrevented)
    event.preventDefault()
  }
  document.addEventListener('click', onClick)
  for (const init of [{ metaKey: true }, { ctrlKey: true }, { button: 1 }, {}]) {
    await page.act(() =>
      page?.find('a').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init })),
    )
  }
  document.removeEventListener('click', onClick)
  expect(taken).toEqual([false, false, false, true])
  expect(location.search).toBe('?part=two')
})

test('the page that the reader is on is marked', async () => {
  page = await mountComponent(() => <Link to="/fixture">Here</Link>)
  expect(page.find('a').getAttribute('aria-current')).toBe('page')
})

test('an address that is a script is not run, however it is pressed', async () => {
  page = await mountComponent(() => {
    const go = useNavigate()
    return (
      <>
        <Link to="~javascript:document.title='taken'">Here</Link>
        <button
          id="go"
          aria-label="go"
          onClick={() => expect(() => go("~javascript:document.title='taken'")).toThrow('by http')}
        />
      </>
    )
  })
  expect(page.find('a').getAttribute('href')).toMatch(/^javascript:throw/)
  await page.click('#go')
  expect(document.title).not.toBe('taken')
})
