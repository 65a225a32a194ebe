import { Combobox as Base } from '@base-ui/react/combobox'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Icon } from './Icon.tsx'
import type { SelectOption } from './Select.tsx'
import { Spinner } from './Spinner.tsx'
import { createValue, type ComboboxOptions } from './useComboboxOptions.ts'

/** Props of `ComboboxList`. */
export interface ComboboxListProps extends Pick<ComboboxOptions, 'isLoading' | 'hasFailed'> {
  readonly emptyText: string
}

/** The options below the text field, or a message when there are none. */
export function ComboboxList({ isLoading, hasFailed, emptyText }: ComboboxListProps) {
  const { t } = useTranslation()
  const isQuiet = !isLoading && !hasFailed
  return (
    <Base.Portal>
      <Base.Positioner
        role="region"
        aria-label={t('sdk.choices')}
        className="z-50 outline-none"
        sideOffset={4}
        collisionPadding={8}
      >
        <Base.Popup
          data-scrolls="popup"
          className="scroll-thin max-h-[min(20rem,var(--available-height))] w-(--anchor-width) min-w-40 overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-float outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <Base.Status className="text-sm text-subtle">
            {isLoading && (
              <span className="flex items-center gap-2 px-2 py-1">
                <Spinner />
                {t('sdk.loading')}
              </span>
            )}
            {hasFailed && <span className="block px-2 py-1 text-danger-fg">{t('sdk.combobox.failed')}</span>}
          </Base.Status>
          <Base.Empty className="text-sm text-subtle">
            {isQuiet && <span className="block px-2 py-1">{emptyText}</span>}
          </Base.Empty>
          <Base.List>{(option: SelectOption<string>) => <Choice key={option.value} option={option} />}</Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}

function Choice({ option }: { readonly option: SelectOption<string> }) {
  const { t } = useTranslation()
  const isCreate = option.value === createValue
  return (
    <Base.Item
      value={option}
      className="flex min-h-compact items-start gap-3 rounded-control px-2 py-1 text-sm outline-none select-none data-highlighted:bg-hover"
    >
      {isCreate && <Icon name="plus" className="mt-0.5 text-accent-fg" />}
      {option.media}
      <span className="min-w-0 flex-1">
        {isCreate ? t('sdk.combobox.create', { text: option.label }) : option.label}
        {option.description !== undefined && <span className="block text-xs text-subtle">{option.description}</span>}
      </span>
      <span className="flex h-5 w-4 items-center">
        <Base.ItemIndicator>
          <Icon name="check" className="text-accent-fg" />
        </Base.ItemIndicator>
      </span>
    </Base.Item>
  )
}
