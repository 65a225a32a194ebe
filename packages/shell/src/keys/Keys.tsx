import { useTranslation } from '@host/plugin-sdk'
import { classNames, isAppleComputer, useHasCharacterKeys } from '@host/plugin-sdk/shell'

export interface KeysProps {
  /** Written as for `useShortcut`. */
  readonly keys: string
  /** Whether they hold even where single keys are switched off, because a field takes them. */
  readonly isHeld?: boolean
  readonly className?: string
}

const apple: Readonly<Record<string, string>> = { mod: '⌘', alt: '⌥', shift: '⇧' }
const others: Readonly<Record<string, string>> = { mod: 'Ctrl', alt: 'Alt', shift: 'Shift' }
const named: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Enter: '↵',
  Escape: 'Esc',
}

/** The keys of a shortcut as they are printed on a keyboard. A reader who switched single keys off sees none of them. */
export function Keys({ keys, isHeld = false, className }: KeysProps) {
  const { t } = useTranslation()
  const hasCharacterKeys = useHasCharacterKeys()
  if (!isHeld && !hasCharacterKeys && !keys.includes('mod+')) return null
  const caps = keys.split(' ').map((chord) => chord.split('+').map(capOf))
  return (
    <span className={classNames('flex shrink-0 items-center gap-1', className)}>
      <span className="sr-only">
        {t('shell.keys.press', { keys: caps.map((chord) => chord.join(' ')).join(', ') })}
      </span>
      {caps.flat().map((cap, index, all) => (
        <kbd
          key={all.slice(0, index + 1).join(' ')}
          aria-hidden
          className="inline-flex h-5 min-w-5 items-center justify-center rounded-control border border-line bg-surface px-1 font-sans text-xs text-muted"
        >
          {cap}
        </kbd>
      ))}
    </span>
  )
}

function capOf(part: string): string {
  const modifiers = isAppleComputer() ? apple : others
  return modifiers[part] ?? named[part] ?? (part.length === 1 ? part.toUpperCase() : part)
}
