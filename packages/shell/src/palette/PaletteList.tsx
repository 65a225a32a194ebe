import { useTranslation } from '@host/plugin-sdk'
import type { FoundSection } from './find-entries.ts'
import { optionId } from './option-id.ts'
import type { PaletteEntry } from './palette-entry.ts'
import { PaletteOption } from './PaletteOption.tsx'

export interface PaletteListProps {
  readonly id: string
  readonly sections: readonly FoundSection[]
  readonly active: PaletteEntry | undefined
  /** The pointer has come to an entry. */
  readonly onPoint: (entry: PaletteEntry) => void
  readonly onOpen: (entry: PaletteEntry, isInNewTab: boolean) => void
}

/** Search results, in sections. The focus stays in the input. */
export function PaletteList({ id, sections, active, onPoint, onOpen }: PaletteListProps) {
  const { t } = useTranslation()
  const order = sections.flatMap(({ found }) => found.map(({ entry }) => entry))
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('shell.palette.title')}
      data-scrolls="popup"
      className="scroll-thin min-h-0 scroll-py-2 overflow-y-auto overscroll-contain px-2 empty:hidden"
    >
      {sections.map(({ section, found }) => (
        <div key={section} role="group" aria-labelledby={`${id}-${section}`} className="py-1">
          <div id={`${id}-${section}`} className="px-2 pt-1.5 pb-1 text-xs font-medium text-subtle">
            {t(`shell.palette.sections.${section}`)}
          </div>
          {found.map((one) => (
            <PaletteOption
              key={one.entry.id}
              id={optionId(id, order.indexOf(one.entry))}
              found={one}
              isActive={one.entry === active}
              onPoint={() => onPoint(one.entry)}
              onOpen={(isInNewTab) => onOpen(one.entry, isInNewTab)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}
