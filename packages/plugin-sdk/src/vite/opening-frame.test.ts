// @vitest-environment node
import { expect, test } from 'vitest'
import { withOpeningFrame } from './opening-frame.ts'

const link = '<link rel="stylesheet" crossorigin href="/assets/styles-1.css">'
const page = `<html><head>
    <title>Host</title>
    ${link}
  </head><body><div id="root"></div></body></html>`

test('the frame stands behind the root, and before the style sheet, which it does not wait for', () => {
  const html = withOpeningFrame(page)
  const places = ['<style>', '</head>', '<div id="root"></div>', '<div id="frame"', link].map((part) =>
    html.indexOf(part),
  )
  expect(places.every((place) => place > 0)).toBe(true)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(html.split(link)).toHaveLength(2)
})

test('its colors are those of the tokens, in both themes', () => {
  expect(withOpeningFrame(page)).toMatch(/--color-canvas:\s*light-dark\(/)
})

test('a page without a root stays', () => {
  expect(withOpeningFrame(page.replace('"root"', '"app"'))).toBe(page.replace('"root"', '"app"'))
})
