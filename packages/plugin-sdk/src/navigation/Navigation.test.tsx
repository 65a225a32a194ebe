import { act, lazy, Suspense, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Link } from './Link.tsx'
import { isPagePath, matchPath } from './match-path.ts'
import { useNavigation } from './navigation-context.ts'
import { NavigationProvider } from './NavigationProvider.tsx'
import { PageArrival } from './PageArrival.tsx'
import { absolutePath, shellPath } from './shell-path.ts'
import { useLocation } from './useLocation.ts'
import { useNavigate, type Navigate } from './useNavigate.ts'
import { useSearch, type SetSearch } from './useSearch.ts'

let root: Root
let container: HTMLElement
let navigate: Navigate
let setSearch: SetSearch

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  history.replaceState(null, '', '/admin/notes?status=open')
  container = document.body.appendChild(document.createElement('div'))
  root = createRoot(container)
})

afterEach(async () => {
  await act(async () => root.unmount())
  container.remove()
})

function hold(go: Navigate, change: SetSearch): void {
  navigate = go
  setSearch = change
}

function Where(): ReactNode {
  const [search, change] = useSearch()
  hold(useNavigate(), change)
  return <output>{`${useLocation()} ${search.toString()}`}</output>
}

async function mount(children: ReactNode): Promise<void> {
  await act(async () =>
    root.render(
      <NavigationProvider base="/admin">
        <Where />
        {children}
      </NavigationProvider>,
    ),
  )
}

function where(): string {
  return container.querySelector('output')?.textContent.trim() ?? ''
}

async function clickLink(init: MouseEventInit = {}): Promise<boolean> {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, button: 0, ...init })
  await act(async () => void container.querySelector('a')?.dispatchEvent(event))
  return event.defaultPrevented
}

describe('addresses are relative to the shell', () => {
  test.each([
    ['/admin', '/notes', '/admin/notes'],
    ['/admin', '/', '/admin'],
    ['/admin', '~/login', '/login'],
    ['/admin', '~', '/'],
    ['', '/login', '/login'],
    ['', '/', '/'],
  ])('%s + %s is %s', (base, to, absolute) => {
    expect(absolutePath(base, to)).toBe(absolute)
    expect(shellPath(base, absolute)).toBe(to === '~' ? '~/' : to)
  })

  test('a path with only a common beginning is outside', () => {
    expect(shellPath('/admin', '/administration')).toBe('~/administration')
    expect(shellPath('/admin', '/admin/notes/')).toBe('/notes')
  })
})

describe('Link', () => {
  test('shows the real address and goes there without loading the document', async () => {
    await mount(<Link to="/notes/1?tab=a">One</Link>)
    expect(container.querySelector('a')?.getAttribute('href')).toBe('/admin/notes/1?tab=a')
    expect(await clickLink()).toBe(true)
    expect(where()).toBe('/notes/1 tab=a')
    expect(location.pathname).toBe('/admin/notes/1')
  })

  test.each([{ metaKey: true }, { ctrlKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
    'a click with %j is the browser’s',
    async (init) => {
      await mount(<Link to="/notes/1">One</Link>)
      container.addEventListener('click', (event) => event.defaultPrevented || event.preventDefault())
      await clickLink(init)
      expect(where()).toBe('/notes status=open')
    },
  )

  test('another target and a download are the browser’s', async () => {
    await mount(
      <Link to="/notes/1" target="_blank">
        One
      </Link>,
    )
    container.addEventListener('click', (event) => event.preventDefault())
    await clickLink()
    expect(where()).toBe('/notes status=open')
  })

  test('a handler that prevents the click keeps the reader here', async () => {
    await mount(
      <Link to="/notes/1" onClick={(event) => event.preventDefault()}>
        One
      </Link>,
    )
    await clickLink()
    expect(where()).toBe('/notes status=open')
  })

  test('exposes the current page to assistive technology', async () => {
    await mount(<Link to="/notes">Notes</Link>)
    expect(container.querySelector('a')?.getAttribute('aria-current')).toBe('page')
  })

  test('loads the page ahead when the pointer comes near', async () => {
    const preload = vi.fn()
    function Preloading(): ReactNode {
      useNavigation().preloaders.add(preload)
      return null
    }
    await mount(
      <>
        <Preloading />
        <Link to="/notes/1?tab=a">One</Link>
      </>,
    )
    await act(
      async () => void container.querySelector('a')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })),
    )
    expect(preload).toHaveBeenCalledWith('/notes/1')
  })
})

describe('useNavigate and useSearch', () => {
  test('replace leaves no entry behind', async () => {
    await mount(null)
    const { length } = history
    await act(async () => navigate('/a'))
    expect(history.length).toBe(length + 1)
    await act(async () => navigate('/b', { replace: true }))
    expect(history.length).toBe(length + 1)
    expect(where()).toBe('/b')
  })

  test('an address of another origin never becomes an entry of ours', async () => {
    await mount(null)
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    await act(async () => navigate('~//evil.example/x'))
    expect(where()).toBe('/notes status=open')
    expect(assign).toHaveBeenCalledTimes(1)
  })

  test('parts of the query change one by one and vanish when empty', async () => {
    await mount(null)
    await act(async () => setSearch({ sort: 'title' }))
    expect(where()).toBe('/notes status=open&sort=title')
    await act(async () => setSearch({ status: undefined, sort: '' }))
    expect(where()).toBe('/notes')
    expect(location.search).toBe('')
  })

  test('going back shows the page before', async () => {
    await mount(null)
    await act(async () => navigate('/a'))
    await act(async () => {
      history.replaceState({ key: 'before' }, '', '/admin/notes')
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    expect(where()).toBe('/notes')
  })
})

describe('arriving at a page', () => {
  const page = (
    <main>
      <h1>Notes</h1>
      <PageArrival />
    </main>
  )

  test('the first page leaves the focus alone', async () => {
    await mount(page)
    expect(document.activeElement).toBe(document.body)
  })

  test('a navigation gives the focus to the heading and scrolls to the top', async () => {
    const scrollTo = vi.spyOn(window, 'scrollTo')
    await mount(page)
    await act(async () => navigate('/other'))
    expect(document.activeElement?.tagName).toBe('H1')
    expect(scrollTo).toHaveBeenLastCalledWith(0, 0)
  })

  test('a reader who moved on while the page loaded keeps the focus', async () => {
    const { promise: loaded, resolve: load } = Promise.withResolvers<void>()
    const Late = lazy(async () => {
      await loaded
      return { default: () => page }
    })
    const Pages = () =>
      useLocation() === '/other' ? (
        <Suspense fallback={null}>
          <Late />
        </Suspense>
      ) : null
    await mount(
      <>
        <button>Menu</button>
        <Pages />
      </>,
    )
    await act(async () => navigate('/other'))
    const menu = document.querySelector('button')
    menu?.focus()
    menu?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    await act(async () => load())
    expect(document.querySelector('h1')).not.toBeNull()
    expect(document.activeElement).toBe(menu)
  })

  test('a changed query is not an arrival', async () => {
    await mount(page)
    await act(async () => setSearch({ sort: 'title' }))
    expect(document.activeElement).toBe(document.body)
  })

  test('going back returns to where the reader had scrolled', async () => {
    const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
    await mount(page)
    const before: unknown = history.state
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(420)
    await act(async () => navigate('/other'))
    await act(async () => {
      history.replaceState(before, '', '/admin/notes')
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    expect(scrollTo).toHaveBeenLastCalledWith(0, 420)
  })
})

test.each([
  ['/notes', true],
  ['/', true],
  ['/notes/:id/edit', true],
  ['/settings/my-menu', true],
  ['notes', false],
  ['/Notes', false],
  ['/notes/', false],
  ['/notes//a', false],
  ['/notes/../a', false],
  ['/no*', false],
  ['/a(b)', false],
  ['/:', false],
])('%s as the path of a page: %s', (path, isOne) => {
  expect(isPagePath(path)).toBe(isOne)
})

test('a parameter takes one segment', () => {
  expect(matchPath('/notes/:id', '/notes/a/b')).toBeUndefined()
  expect(matchPath('/notes/:id', '/notes/')).toBeUndefined()
  expect(matchPath('/notes/:id/:part', '/notes/a%2Fb/c')).toEqual({ id: 'a/b', part: 'c' })
})
