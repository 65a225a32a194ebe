import { isAppleComputer } from '../commands/read-chord.ts'
import { parseKeys } from '../commands/parse-keys.ts'

export interface KbdProps {
  /** As `useShortcut` takes them: `mod+k`, `g m`. */
  readonly keys: string
}

const signs: Readonly<Record<string, string>> = {
  Enter: '↵',
  Backspace: '⌫',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
}
const apple: Readonly<Record<string, string>> = { mod: '⌘', alt: '⌥', shift: '⇧' }
const other: Readonly<Record<string, string>> = { mod: 'Ctrl', alt: 'Alt', shift: 'Shift' }

/**
 * The keys of a shortcut, with the names that the reader's keyboard has on them. Touch screens, which have no keys, show none.
 * @example <Kbd keys="mod+k" />
 * @since 1.0.0
 */
export function Kbd({ keys }: KbdProps) {
  const names = isAppleComputer() ? apple : other
  const caps = parseKeys(keys)
    .flatMap((chord) => chord.split('+'))
    .map((part, place) => ({ place, text: names[part] ?? signs[part] ?? upper(part) }))
  return (
    <kbd className="inline-flex items-center gap-1 font-sans text-xs text-muted pointer-coarse:hidden">
      {caps.map(({ place, text }) => (
        <kbd
          key={place}
          className="inline-flex h-5 min-w-5 items-center justify-center rounded-control border border-line bg-sunken px-1 font-sans"
        >
          {text}
        </kbd>
      ))}
    </kbd>
  )
}

function upper(key: string): string {
  return key.length === 1 ? key.toUpperCase() : key
}
