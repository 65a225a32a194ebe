import { useTranslation } from '@host/plugin-sdk'
import { Keys } from '../keys/Keys.tsx'

const hints = [
  { id: 'move', keys: ['ArrowUp', 'ArrowDown'] },
  { id: 'open', keys: ['Enter'] },
  { id: 'newTab', keys: ['mod+Enter'] },
  { id: 'close', keys: ['Escape'] },
] as const

/** Keyboard hints of the palette; hidden on devices without a keyboard. */
export function PaletteHints() {
  const { t } = useTranslation()
  return (
    <footer
      aria-hidden
      className="hidden items-center gap-4 border-t border-line px-4 py-2 text-xs text-subtle sm:flex"
    >
      {hints.map(({ id, keys }) => (
        <span key={id} className="flex items-center gap-1.5">
          {keys.map((one) => (
            <Keys key={one} keys={one} isHeld />
          ))}
          {t(`shell.palette.hints.${id}`)}
        </span>
      ))}
    </footer>
  )
}
