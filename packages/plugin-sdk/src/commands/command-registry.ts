/**
 * Every shortcut and command of the open page. A key press is resolved in one place:
 *
 *            press ──► chords typed so far + this chord
 *                          │ the last added shortcut that starts with them
 *       ┌──────────────────┼───────────────────┐
 *   complete match     partial match       no match
 *       run()          wait 1 s            typed chords are dropped; after a failed sequence the
 *                                          chord may start another, but runs nothing by itself
 *
 * Layers: the page is the first, and an open dialog is stacked on top of it. Only the shortcuts of the topmost layer
 * are active, so that nothing behind a dialog runs.
 */
import { belongsToFocus, isInForeignDialog } from './belongs-to-focus.ts'
import { isCharacter, parseKeys } from './parse-keys.ts'
import { readChord } from './read-chord.ts'

/** The longest pause in milliseconds between the chords of a sequence. */
export const sequencePause = 1_000

/** Section of the shortcut list: global shortcuts, navigation, actions of the open page, moves in a list. */
export type ShortcutGroup = 'general' | 'go' | 'page' | 'list'

/** An overlay on top of the page, such as an open dialog; the page itself is `undefined`. */
export type Layer = object | undefined

/** A shortcut while it holds. */
export interface Shortcut {
  readonly keys: string
  /** Description in the user's language; a shortcut without one is not listed. */
  readonly label?: string | undefined
  readonly group: ShortcutGroup
  /** Whether holding the key down runs it repeatedly. */
  readonly repeats?: boolean | undefined
  readonly layer: Layer
  readonly run: (event: KeyboardEvent) => void
}

/** An entry of the palette while its page is open. */
export interface Command {
  readonly id: string
  readonly label: string
  readonly icon?: string | undefined
  readonly keys?: string | undefined
  readonly run: () => void
}

/** Registered shortcuts and commands, and the handler of key presses. */
export interface CommandRegistry {
  /** @throws Error when the keys cannot be read */
  readonly addShortcut: (shortcut: Shortcut) => () => void
  readonly addCommand: (command: Command) => () => void
  readonly openLayer: (layer: object) => () => void
  /** Whether characters by themselves do something; a reader may switch them off (WCAG 2.1.4). */
  readonly setCharacterKeys: (isOn: boolean) => void
  readonly hasCharacterKeys: () => boolean
  /** In the order in which they were added. */
  readonly shortcuts: () => readonly Shortcut[]
  readonly commands: () => readonly Command[]
  readonly subscribe: (listener: () => void) => () => void
  readonly press: (event: KeyboardEvent) => void
}

type Parsed = Shortcut & { readonly chords: readonly string[] }

/** Makes the registry of a page; `now` is a clock in milliseconds. */
export function createCommandRegistry(now: () => number = () => performance.now()): CommandRegistry {
  const listeners = new Set<() => void>()
  const announce = (): void => {
    for (const listener of listeners) listener()
  }
  const shortcuts = createList<Parsed>(announce)
  const commands = createList<Command>(announce)
  const layers = createList<object>(announce)
  let characterKeys = true
  let typed: { readonly chords: readonly string[]; readonly at: number } = { chords: [], at: 0 }
  const candidates = (): readonly Parsed[] => {
    const top = layers.all().at(-1)
    return shortcuts.all().filter((one) => one.layer === top && (characterKeys || !isOfCharacters(one)))
  }
  const press = (event: KeyboardEvent): void => {
    const chord = event.defaultPrevented ? undefined : readChord(event)
    if (chord === undefined || belongsToFocus(event.target, chord)) return
    if (layers.all().length === 0 && isInForeignDialog(event.target)) return
    const before = now() - typed.at > sequencePause ? [] : typed.chords
    const { found, chords } = findShortcut(candidates(), before, chord)
    typed = { chords: found?.chords.length === chords.length ? [] : chords, at: now() }
    if (found === undefined) return
    event.preventDefault()
    if (typed.chords.length === 0 && (!event.repeat || found.repeats === true)) found.run(event)
  }
  return {
    addShortcut: (shortcut) => shortcuts.add({ ...shortcut, chords: parseKeys(shortcut.keys) }),
    addCommand: (command) => commands.add(command),
    openLayer: (layer) => layers.add(layer),
    setCharacterKeys(isOn) {
      if (isOn === characterKeys) return
      characterKeys = isOn
      announce()
    },
    hasCharacterKeys: () => characterKeys,
    shortcuts: shortcuts.all,
    commands: commands.all,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    press,
  }
}

/** Finds the shortcut that a chord continues or completes, and the chords pending afterwards. */
function findShortcut(
  shortcuts: readonly Parsed[],
  before: readonly string[],
  chord: string,
): { readonly found: Parsed | undefined; readonly chords: readonly string[] } {
  const chords = [...before, chord]
  const found = shortcuts.findLast((one) => chords.every((typed, index) => one.chords[index] === typed))
  if (found !== undefined) return { found, chords }
  const begun = shortcuts.findLast((one) => one.chords.length > 1 && one.chords[0] === chord)
  return before.length === 0 || begun === undefined ? { found, chords: [] } : { found: begun, chords: [chord] }
}

function isOfCharacters({ chords }: Parsed): boolean {
  return chords.some((chord) => isCharacter(chord.replace(/^shift\+/, '')))
}

interface List<Item> {
  readonly add: (item: Item) => () => void
  /** The same array until it changes. */
  readonly all: () => readonly Item[]
}

function createList<Item>(onChange: () => void): List<Item> {
  let items: readonly Item[] = []
  return {
    all: () => items,
    add(item) {
      items = [...items, item]
      onChange()
      return () => {
        items = items.filter((one) => one !== item)
        onChange()
      }
    },
  }
}
