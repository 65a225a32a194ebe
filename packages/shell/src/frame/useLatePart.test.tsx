import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useLatePart } from './useLatePart.ts'

type Loaded = { readonly default: () => React.ReactNode }

let root: Root
let container: HTMLElement
beforeEach(() => {
  container = document.body.appendChild(document.createElement('div'))
  root = createRoot(container)
})
afterEach(() => {
  root.unmount()
  container.remove()
})

function Around({ load }: { readonly load: () => Promise<Loaded> }) {
  const { Part, error, retry } = useLatePart(load)
  return (
    <>
      <input />
      {Part !== undefined && <Part />}
      {error !== null && <button onClick={retry}>again</button>}
    </>
  )
}

const shows = (text: string) => vi.waitFor(() => expect(container.textContent).toBe(text))

test('a part shows once it is there, and is asked for once', async () => {
  const load = vi.fn(() => Promise.resolve({ default: () => 'the part' }))
  root.render(<Around load={load} />)
  await shows('the part')
  root.render(<Around load={load} />)
  await shows('the part')
  expect(load).toHaveBeenCalledOnce()
})

test('a failed component leaves its surroundings, and loads with the next attempt', async () => {
  const load = vi.fn(() => Promise.resolve({ default: () => 'the part' })).mockRejectedValueOnce(new Error('lost'))
  root.render(<Around load={load} />)
  await shows('again')
  const typed = container.querySelector('input')
  container.querySelector('button')?.click()
  await shows('the part')
  expect(container.querySelector('input')).toBe(typed)
})
