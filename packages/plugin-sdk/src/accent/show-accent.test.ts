import { afterEach, expect, test } from 'vitest'
import { keepAccent, showAccent } from './show-accent.ts'

const root = document.documentElement.style
afterEach(() => {
  showAccent(null)
  localStorage.clear()
})

test('a colour is set on the root, and null takes every trace of it away', () => {
  showAccent('#0a6e52')
  expect(root.getPropertyValue('--color-accent')).toContain('#0a6e52')
  expect(root.getPropertyValue('--hue')).not.toBe('')
  showAccent(null)
  expect(root.getPropertyValue('--color-accent')).toBe('')
  expect(root.getPropertyValue('--hue')).toBe('')
})

test('a grey after a colour takes the hue of the colour away', () => {
  showAccent('#0a6e52')
  showAccent('#777777')
  expect(root.getPropertyValue('--hue')).toBe('')
})

test('an invalid color shows the accent of the product', () => {
  for (const wrong of ['red', '#12345', '#0a6e52;', 'url(x)']) {
    showAccent(wrong)
    expect(root.getPropertyValue('--color-accent')).toBe('')
  }
})

test('the tokens are kept for the next first paint, and forgotten with the colour', () => {
  keepAccent('#0a6e52', 'home')
  expect(localStorage.getItem('host.accentOf')).toBe('home')
  expect(JSON.parse(localStorage.getItem('host.accent') ?? '{}')).toHaveProperty('--color-accent')
  keepAccent(null)
  expect(localStorage.getItem('host.accent')).toBeNull()
})
