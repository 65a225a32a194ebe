import { Icon, useTranslation } from '@host/plugin-sdk'
import { Keys } from '../keys/Keys.tsx'
import { LateTooltip } from '@host/plugin-sdk/shell'
import type { RailState } from './useRail.ts'

/** Folds the sidebar to a rail and back. */
export function FoldButton({ isRail, toggle }: RailState) {
  const { t } = useTranslation()
  const label = t(isRail ? 'shell.nav.unfold' : 'shell.nav.fold')
  const text = (
    <span className="flex items-center gap-2">
      {label}
      <Keys keys="[" />
    </span>
  )
  return (
    <LateTooltip text={text} side="right">
      <button
        type="button"
        aria-label={label}
        aria-expanded={!isRail}
        onClick={toggle}
        className="inline-flex size-10 shrink-0 items-center justify-center rounded-control text-subtle transition-colors hover:bg-hover hover:text-fg"
      >
        <Icon name="panel-left" />
      </button>
    </LateTooltip>
  )
}
