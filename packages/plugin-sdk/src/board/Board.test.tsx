import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fixturePlugin, mountComponent } from '../components/fixture-page.ts'
import { accessibilityProblems } from '../testing/accessibility-problems.ts'
import { mountPage, variants, type MountedPage } from '../testing/mount-page.ts'
import { Board } from './Board.tsx'
import type { BoardMove, BoardProps } from './board-props.ts'

interface Deal {
  readonly id: string
  readonly title: string
  readonly stage: string
}

const columns = [
  { id: 'lead', label: 'Lead', color: 'red', total: '$12' },
  { id: 'offer', label: 'Offer' },
  { id: 'won', label: 'Won' },
]
const deals: readonly Deal[] = [
  { id: 'a', title: 'Bakery', stage: 'lead' },
  { id: 'b', title: 'Press', stage: 'lead' },
  { id: 'c', title: 'Hotel', stage: 'offer' },
]

let page: MountedPage | undefined
const onMove = vi.fn<(move: BoardMove) => unknown>()
beforeEach(() => {
  onMove.mockReset().mockReturnValue(new Promise(() => undefined))
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await page?.unmount()
  history.replaceState(null, '', '/')
})

function Deals(more: Partial<BoardProps<Deal>>) {
  return (
    <Board
      label="Deals"
      columns={columns}
      cards={deals}
      cardLabel={({ title }) => title}
      columnOf={({ stage }) => stage}
      onMove={onMove}
      {...more}
    >
      {({ title }) => <p>{title}</p>}
    </Board>
  )
}

const card = (id: string) => page!.find(`[data-card=${id}]`)
const cardsOf = (column: string) =>
  [...document.querySelectorAll<HTMLElement>(`[data-column=${column}] [data-card]`)].map((one) => one.dataset['card'])
const news = () => page!.find('main [role=status].sr-only').textContent
const focusOn = (id: string) => page!.act(() => card(id).focus())

test('the keyboard picks a card up, moves it between places and columns, and drops it', async () => {
  page = await mountComponent(Deals)
  await focusOn('a')
  await page.press(' ')
  expect(news()).toBe('Bakery picked up: Lead, 1 of 2.')
  await page.press('ArrowDown')
  expect(cardsOf('lead')).toEqual(['b', 'a'])
  await page.press('ArrowRight')
  expect(news()).toBe('Offer, 2 of 2.')
  await page.press('ArrowUp')
  expect([cardsOf('lead'), cardsOf('offer')]).toEqual([['b'], ['a', 'c']])
  expect(document.activeElement).toBe(card('a'))
  expect(onMove).not.toHaveBeenCalled()
  await page.press('Enter')
  expect(onMove).toHaveBeenCalledExactlyOnceWith({ id: 'a', from: 'lead', to: 'offer', before: 'c' })
  expect(news()).toBe('Bakery moved to Offer, 1 of 2.')
  expect([cardsOf('offer'), document.activeElement]).toEqual([['a', 'c'], card('a')])
})

test('Escape puts a picked up card back, and so does leaving the board', async () => {
  page = await mountComponent(Deals)
  await focusOn('a')
  for (const key of ['Escape', 'Tab']) {
    await page.press(' ')
    await page.press('ArrowRight')
    expect(cardsOf('offer')).toHaveLength(2)
    await page.press(key)
    expect([cardsOf('lead'), news()]).toEqual([['a', 'b'], 'Bakery not moved.'])
    await focusOn('a')
  }
  expect(onMove).not.toHaveBeenCalled()
})

test('arrows move the focus while no card is picked up, and one card is in the order of Tab', async () => {
  page = await mountComponent(Deals)
  await focusOn('b')
  await page.press('ArrowRight')
  expect(document.activeElement).toBe(card('c'))
  await page.press('ArrowRight')
  expect(document.activeElement).toBe(card('c'))
  expect(document.querySelectorAll('[data-card][tabindex="0"]')).toHaveLength(1)
})

test('a rejected move goes back and shows the error', async () => {
  const { promise, reject } = Promise.withResolvers<void>()
  onMove.mockReturnValue(promise)
  page = await mountComponent(Deals)
  await focusOn('a')
  for (const key of [' ', 'ArrowRight', ' ']) await page.press(key)
  expect(cardsOf('offer')).toEqual(['a', 'c'])
  await page.act(() => reject(new Error('The deal is locked.')))
  expect([cardsOf('lead'), cardsOf('offer')]).toEqual([['a', 'b'], ['c']])
  expect(page.find('[role=alert]').textContent).not.toBe('')
  expect(news()).toBe('Bakery could not be moved and is back in its place.')
})

test('a handler that throws is a rejected move, and a place that is the same is none', async () => {
  onMove.mockImplementation(() => {
    throw new Error('No.')
  })
  page = await mountComponent(Deals)
  await focusOn('a')
  for (const key of [' ', 'ArrowDown', ' ']) await page.press(key)
  expect(cardsOf('lead')).toEqual(['a', 'b'])
  for (const key of [' ', 'ArrowDown', 'ArrowUp', ' ']) await page.press(key)
  expect(onMove).toHaveBeenCalledOnce()
})

test('the menu of a card moves it without dragging', async () => {
  page = await mountComponent(Deals)
  await page.click('button[aria-label="Move Bakery"]')
  const items = () => [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
  expect(items().map(({ textContent }) => textContent)).toEqual(['Move down', 'Offer', 'Won'])
  await page.act(() => items()[2]?.click())
  expect(onMove).toHaveBeenCalledExactlyOnceWith({ id: 'a', from: 'lead', to: 'won', before: null })
  expect(cardsOf('won')).toEqual(['a'])
})

/** Lays the board out: columns 200 wide beside each other, cards 50 high below each other. */
function layOut(): void {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
    const lane = this.closest<HTMLElement>('[data-column]')
    const x = columns.findIndex(({ id }) => id === lane?.dataset['column']) * 200
    const at = [...(lane?.querySelectorAll('[data-card]') ?? [])].indexOf(this)
    return lane === null ? new DOMRect(0, 0, 600, 400) : new DOMRect(x, Math.max(0, at * 50), 200, 50)
  })
}

function pointer(name: string, [x, y]: readonly [number, number], more: PointerEventInit = {}): Promise<void> {
  const init = { clientX: x, clientY: y, pointerId: 1, isPrimary: true, bubbles: true, cancelable: true, ...more }
  const target = name === 'pointerdown' ? card('a') : document.body
  return page!.act(() => target.dispatchEvent(new PointerEvent(name, init)))
}

test('a mouse drags a card to the place under the pointer, and does not open it', async () => {
  const onOpen = vi.fn()
  page = await mountComponent(() => <Deals onOpen={onOpen} />)
  layOut()
  await pointer('pointerdown', [10, 10])
  await pointer('pointermove', [12, 10])
  expect(document.querySelector('[data-column] li.border-dashed')).toBeNull()
  await pointer('pointermove', [300, 10])
  expect(document.querySelector('[data-column=offer] li[aria-hidden]')).not.toBeNull()
  await page.act(() => {
    const up = { clientX: 300, clientY: 10, pointerId: 1, bubbles: true }
    document.body.dispatchEvent(new PointerEvent('pointerup', up))
    page?.find('[data-card=a] [data-opener]').click()
  })
  expect(onMove).toHaveBeenCalledExactlyOnceWith({ id: 'a', from: 'lead', to: 'offer', before: 'c' })
  expect(onOpen).not.toHaveBeenCalled()
})

test('Escape and a cancelled pointer end a drag without a move', async () => {
  page = await mountComponent(Deals)
  layOut()
  for (const end of [() => page!.press('Escape'), () => pointer('pointercancel', [500, 10])]) {
    await pointer('pointerdown', [10, 10])
    await pointer('pointermove', [500, 10])
    expect(news()).toBe('Bakery picked up: Lead, 1 of 2.')
    await end()
    expect([news(), cardsOf('lead')]).toEqual(['Bakery not moved.', ['a', 'b']])
    await pointer('pointerup', [500, 10])
  }
  expect(onMove).not.toHaveBeenCalled()
})

test('a touch drags after a long press; before that it scrolls', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  page = await mountComponent(Deals)
  layOut()
  const touch = { pointerType: 'touch' }
  const scrolls = () => card('a').dispatchEvent(new Event('touchmove', { bubbles: true, cancelable: true }))
  await pointer('pointerdown', [10, 10], touch)
  await pointer('pointermove', [10, 60], touch)
  await page.act(() => vi.advanceTimersByTime(350))
  expect([news(), scrolls()]).toEqual(['', true])
  await pointer('pointerup', [10, 60], touch)
  await pointer('pointerdown', [10, 10], touch)
  await page.act(() => vi.advanceTimersByTime(350))
  expect([news(), scrolls()]).toEqual(['Bakery picked up: Lead, 1 of 2.', false])
  await pointer('pointermove', [590, 10], touch)
  await pointer('pointerup', [590, 10], touch)
  expect(onMove).toHaveBeenCalledExactlyOnceWith({ id: 'a', from: 'lead', to: 'won', before: null })
})

test('a board scrolls while a card is dragged at its edge', async () => {
  page = await mountComponent(Deals)
  layOut()
  const board = page.find('[role=group][aria-label=Deals]')
  await pointer('pointerdown', [10, 10])
  await pointer('pointermove', [595, 100])
  await page.act(() => vi.waitFor(() => expect(board.scrollLeft).toBeGreaterThan(0)))
  await pointer('pointercancel', [595, 100])
})

test('a board without moves has no menu, opens cards, and names an empty column', async () => {
  const onOpen = vi.fn()
  const more = { addressOf: ({ id }: Deal) => `/deals/${id}`, onOpen }
  page = await mountComponent(() => {
    const { onMove: _, ...rest } = { onMove, label: 'Deals', columns, cards: deals, ...more }
    return (
      <Board {...rest} cardLabel={({ title }) => title} columnOf={({ stage }) => stage}>
        {({ title }) => <p>{title}</p>}
      </Board>
    )
  })
  expect(document.querySelector('[data-card] button')).toBeNull()
  expect(page.find('[data-column=won]').textContent).toContain('No cards')
  expect(page.find('[data-card=a] a').getAttribute('href')).toBe('/admin/deals/a')
  await focusOn('a')
  await page.press(' ')
  expect(news()).toBe('')
  await page.press('Enter')
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(deals[0])
})

test.each(variants)('a board is accessible in $language, $theme', async ({ language, theme }) => {
  page = await mountPage({ plugin: fixturePlugin(Deals), path: '/fixture', language, theme })
  expect(await accessibilityProblems(page)).toEqual([])
  expect(page.text()).toContain(language === 'en' ? 'No cards' : '没有卡片')
})

test('a board that loads says so', async () => {
  page = await mountComponent(() => <Deals cards={undefined} />)
  expect(page.text()).toContain('Loading')
})
