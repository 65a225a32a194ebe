import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCommandRegistry, sequencePause } from './command-registry.ts'
import { parseKeys } from './parse-keys.ts'
import { readChord, type KeyPress } from './read-chord.ts'

const runs = { numRuns: process.env['HOST_SOAK'] === '1' ? 10_000 : 200 }

function pressOf(press: Partial<KeyPress> & { readonly hasAltGraph?: boolean }): KeyPress {
  const { hasAltGraph = false, ...rest } = press
  const held = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false }
  return { key: '', code: '', ...held, getModifierState: (name) => name === 'AltGraph' && hasAltGraph, ...rest }
}

test('keys are read as chords with their modifiers in one order', () => {
  expect(parseKeys('g m')).toEqual(['g', 'm'])
  expect(parseKeys('shift+mod+k')).toEqual(['mod+shift+k'])
  expect(parseKeys('?')).toEqual(['?'])
  expect(parseKeys('mod+/')).toEqual(['mod+/'])
})

test.each(['', 'G', 'g  m', 'ctrl+k', 'mod+mod+k', 'shift+/', 'Esc', 'mod+', '+', 'é'])(
  'keys that cannot be pressed are refused with a sentence: "%s"',
  (keys) => {
    expect(() => parseKeys(keys)).toThrow(/^The shortcut ".*" (?:names|takes|has)/)
  },
)

test('every press that is read is a writable chord', () => {
  const modifiers = fc.record({
    ctrlKey: fc.boolean(),
    altKey: fc.boolean(),
    shiftKey: fc.boolean(),
    metaKey: fc.boolean(),
  })
  const key = fc.oneof(fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme' }), fc.constantFrom('Escape', 'Home'))
  const code = fc.constantFrom('KeyA', 'KeyG', 'Slash', 'BracketLeft', 'Digit1', '')
  fc.assert(
    fc.property(fc.record({ modifiers, key, code, isApple: fc.boolean() }), (press) => {
      const chord = readChord(pressOf({ ...press.modifiers, key: press.key, code: press.code }), press.isApple)
      const isWritten = chord !== undefined && !chord.endsWith('+')
      if (isWritten) expect(parseKeys(chord)).toEqual([chord])
    }),
    runs,
  )
})

test.each([
  ['the question mark of a German keyboard', { key: '?', code: 'Minus', shiftKey: true }, '?'],
  ['the slash of a German keyboard', { key: '/', code: 'Digit7', shiftKey: true }, '/'],
  [
    'the bracket of a German keyboard',
    { key: '[', code: 'Digit8', ctrlKey: true, altKey: true, hasAltGraph: true },
    '[',
  ],
  ['a French keyboard, by what it writes', { key: 'a', code: 'KeyQ' }, 'a'],
  ['a Russian keyboard, by the place', { key: 'п', code: 'KeyG' }, 'g'],
  ['a Greek keyboard with Control', { key: 'κ', code: 'KeyK', ctrlKey: true }, 'mod+k'],
  ['an input method that takes the key', { key: 'Process', code: 'KeyC' }, 'c'],
  ['a full-width question mark', { key: '？', code: 'Slash', shiftKey: true }, '?'],
  ['the Chinese enumeration comma on the slash', { key: '、', code: 'Slash' }, '/'],
  ['Chinese brackets', { key: '【', code: 'BracketLeft' }, '['],
  ['capitals locked', { key: 'C', code: 'KeyC' }, 'c'],
  ['a capital', { key: 'C', code: 'KeyC', shiftKey: true }, 'shift+c'],
])('%s', (_, press, chord) => {
  expect(readChord(pressOf(press), false)).toBe(chord)
})

test('Command takes the place of Control on computers of Apple, and Option writes signs there', () => {
  expect(readChord(pressOf({ key: 'k', metaKey: true }), true)).toBe('mod+k')
  expect(readChord(pressOf({ key: 'k', ctrlKey: true }), true)).toBeUndefined()
  expect(readChord(pressOf({ key: 'k', metaKey: true }), false)).toBeUndefined()
  expect(readChord(pressOf({ key: '[', altKey: true }), true)).toBe('[')
})

test.each([
  ['while a text is composed', { key: 'g', isComposing: true }],
  ['a modifier by itself', { key: 'Shift', shiftKey: true }],
  ['a dead key', { key: 'Dead', code: 'BracketLeft' }],
  ['a letter with an accent', { key: 'é', code: 'Digit2' }],
])('%s is no chord', (_, press) => {
  expect(readChord(pressOf(press), false)).toBeUndefined()
})

test('a sequence is forgotten after a second', () => {
  const clock = { now: 0 }
  const ran: number[] = []
  const registry = createCommandRegistry(() => clock.now)
  registry.addShortcut({ keys: 'g m', group: 'go', layer: undefined, run: () => ran.push(clock.now) })
  const press = (key: string): void => registry.press(new KeyboardEvent('keydown', { key, cancelable: true }))
  press('g')
  clock.now = sequencePause
  press('m')
  press('g')
  clock.now += sequencePause + 1
  press('m')
  expect(ran).toEqual([sequencePause])
})

test('the topmost layer alone counts, and the one below again when it is gone', () => {
  const ran: string[] = []
  const registry = createCommandRegistry(() => 0)
  const [lower, upper] = [{}, {}]
  for (const [name, layer] of [
    ['page', undefined],
    ['lower', lower],
    ['upper', upper],
  ] as const) {
    registry.addShortcut({ keys: 'c', group: 'page', layer, run: () => ran.push(name) })
  }
  const press = (): void => registry.press(new KeyboardEvent('keydown', { key: 'c', cancelable: true }))
  const closeLower = registry.openLayer(lower)
  const closeUpper = registry.openLayer(upper)
  press()
  closeUpper()
  press()
  closeLower()
  press()
  expect(ran).toEqual(['upper', 'lower', 'page'])
})
