/**
 * Which chord a press is. The character that the layout gives counts, so `?` is `?` on every keyboard. Where the layout
 * writes no Latin (Cyrillic, Greek, an input method), the place of the key on a US keyboard stands in, which is how
 * people of those layouts know shortcuts.
 */
import { chordOf, isCharacter, isLetter } from './parse-keys.ts'

/** The parts of a keyboard event that are read. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'getModifierState'
>

const signs: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  Slash: ['/', '?'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Comma: [',', '<'],
  Period: ['.', '>'],
}

/** The chord of a press, written as `parseKeys` writes it; undefined while a text is being composed. */
export function readChord(press: KeyPress, isApple = isAppleComputer()): string | undefined {
  if (press.isComposing) return undefined
  const key = keyOf(press)
  if (key === undefined) return undefined
  const isSign = isCharacter(key) && !isLetter(key)
  const writesWithAlt = isSign && (isApple || press.getModifierState('AltGraph'))
  const { mod, other } = isApple
    ? { mod: press.metaKey, other: press.ctrlKey }
    : { mod: press.ctrlKey && !writesWithAlt, other: press.metaKey }
  if (other) return undefined
  const held = new Set<string>()
  if (mod) held.add('mod')
  if (press.altKey && !writesWithAlt) held.add('alt')
  if (press.shiftKey && !isSign) held.add('shift')
  return chordOf(key, held)
}

/** Whether Command takes the place of Control. */
export function isAppleComputer(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}

function keyOf({ key, code, shiftKey }: KeyPress): string | undefined {
  if (key === ' ') return 'Space'
  if (/^[\x21-\x7e]$/.test(key)) return key.toLowerCase()
  if (key === 'Process' || key === 'Unidentified' || isOfAnotherScript(key)) return placeOf(code, shiftKey)
  return /^[A-Z][A-Za-z0-9]+$/.test(key) && !isModifier(key) ? key : undefined
}

function isOfAnotherScript(key: string): boolean {
  return isCharacter(key) && !/[\p{Script=Latin}\u0000-\u00ff]/u.test(key)
}

function placeOf(code: string, isShifted: boolean): string | undefined {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  return letter?.toLowerCase() ?? signs[code]?.[isShifted ? 1 : 0]
}

/** A modifier by itself is part of a chord that is still to come. */
function isModifier(key: string): boolean {
  return ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Dead'].includes(key)
}
