import { useEffect, useRef } from 'react'
import { Icon, useTranslation } from '@host/plugin-sdk'
import { classNames } from '@host/plugin-sdk/shell'
import { Keys } from '../keys/Keys.tsx'
import type { FoundEntry } from './find-entries.ts'

export interface PaletteOptionProps {
  readonly id: string
  readonly found: FoundEntry
  readonly isActive: boolean
  readonly onPoint: () => void
  readonly onOpen: (isInNewTab: boolean) => void
}

/** One entry: name, matched characters and shortcut. The active one is scrolled into view. */
export function PaletteOption({ id, found: { entry, marks }, isActive, onPoint, onOpen }: PaletteOptionProps) {
  const { t } = useTranslation()
  const option = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // The keys are the field's, which keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      ref={option}
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerMove={isActive ? undefined : onPoint}
      onPointerDown={(event) => event.preventDefault()}
      onClick={(event) => onOpen(event.metaKey || event.ctrlKey)}
      className={classNames(
        'flex min-h-control cursor-pointer items-center gap-2.5 rounded-control px-2 py-1 text-sm select-none',
        isActive && 'bg-hover',
      )}
    >
      <Icon name={entry.icon} className="text-muted" />
      <span className="min-w-0 truncate">
        <Marked text={entry.label} marks={marks} />
      </span>
      {entry.detail !== undefined && <span className="min-w-0 truncate text-subtle">{entry.detail}</span>}
      {entry.isCurrent === true && (
        <Icon name="check" label={t('shell.palette.current')} className="ml-auto text-accent-fg" />
      )}
      {entry.keys !== undefined && (
        <span className="ml-auto hidden sm:block">
          <Keys keys={entry.keys} />
        </span>
      )}
    </div>
  )
}

function Marked({ text, marks }: { readonly text: string; readonly marks: ReadonlySet<number> }) {
  if (marks.size === 0) return text
  return runsOf(text, marks).map(({ at, run, isMarked }) =>
    isMarked ? (
      <mark key={at} className="bg-transparent font-semibold text-accent-fg">
        {run}
      </mark>
    ) : (
      run
    ),
  )
}

interface Run {
  readonly at: number
  readonly run: string
  readonly isMarked: boolean
}

function runsOf(text: string, marks: ReadonlySet<number>): readonly Run[] {
  const runs: Run[] = []
  for (const [at, character] of Array.from(text).entries()) {
    const isMarked = marks.has(at)
    const last = runs.at(-1)
    if (last?.isMarked === isMarked) runs.splice(-1, 1, { ...last, run: last.run + character })
    else runs.push({ at, run: character, isMarked })
  }
  return runs
}
