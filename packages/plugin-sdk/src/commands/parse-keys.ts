/**
 * Syntax of shortcuts: chords separated by a space, such as `g m` or `mod+shift+k`. A chord is a key after its
 * modifiers. Letters are written in lower case. Other characters are written as typed, so `?` and never `shift+/`,
 * because the keys that produce them depend on the keyboard layout. `mod` is Command on Apple computers and Control
 * elsewhere.
 */
const modifiers = ['mod', 'alt', 'shift'] as const

const named: ReadonlySet<string> = new Set([
  'Escape',
  'Enter',
  'Space',
  'Backspace',
  'Delete',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
])

/**
 * Splits a shortcut into chords with their modifiers in a fixed order, so that equal shortcuts are equal texts.
 * @throws Error with a message that names the problem
 */
export function parseKeys(keys: string): readonly string[] {
  return keys.split(' ').map((chord) => parseChord(chord, keys))
}

/** One chord as it is compared; `held` are the modifiers that are down. */
export function chordOf(key: string, held: ReadonlySet<string>): string {
  return [...modifiers.filter((modifier) => held.has(modifier)), key].join('+')
}

/** Whether a key is a character that is typed, by which single keys are known that a reader may switch off. */
export function isCharacter(key: string): boolean {
  return [...key].length === 1
}

/** Whether a key is a Latin letter, which shortcuts write in lower case. */
export function isLetter(key: string): boolean {
  return /^[a-z]$/i.test(key)
}

function parseChord(chord: string, keys: string): string {
  const parts = chord.split('+')
  const key = parts.at(-1) ?? ''
  const held = new Set(parts.slice(0, -1))
  const isKnown = named.has(key) || /^[\x21-\x2a\x2c-\x40\x5b-\x7e]$/.test(key)
  if (!isKnown) throw new Error(`The shortcut "${keys}" names no key that is known: "${chord}".`)
  const wrong = [...held].find((modifier) => !modifiers.some((known) => known === modifier))
  if (wrong !== undefined || held.size !== parts.length - 1) {
    throw new Error(`The shortcut "${keys}" takes mod, alt and shift, each once, before a key: "${chord}".`)
  }
  if (held.has('shift') && isCharacter(key) && !isLetter(key)) {
    throw new Error(`The shortcut "${keys}" has shift with a sign: write the sign that shift gives.`)
  }
  return chordOf(key, held)
}
