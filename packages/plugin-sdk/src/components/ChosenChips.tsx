import { Combobox as Base } from '@base-ui/react/combobox'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { ComboboxNaming } from './Combobox.tsx'
import { Icon } from './Icon.tsx'
import type { SelectOption } from './Select.tsx'

/** Props of `ChosenChips`. */
export interface ChosenChipsProps {
  readonly chosen: readonly SelectOption<string>[]
  readonly placeholder: string | undefined
  readonly naming: ComboboxNaming
}

/** The selected options before the text field, each with a remove button. Backspace removes the last one. */
export function ChosenChips({ chosen, placeholder, naming }: ChosenChipsProps) {
  const { t } = useTranslation()
  return (
    <Base.Chips className="flex min-w-0 flex-1 flex-wrap items-center gap-1 p-0.5">
      {chosen.map(({ value, label, media }) => (
        <Base.Chip
          key={value}
          aria-label={label}
          className="flex h-6 max-w-full items-center rounded-control bg-accent-soft pl-2 text-sm text-accent-fg"
        >
          {media !== undefined && <span className="mr-1 -ml-2 flex">{media}</span>}
          <span className="truncate">{label}</span>
          <Base.ChipRemove
            aria-label={t('sdk.combobox.remove', { name: label })}
            className="flex size-6 shrink-0 items-center justify-center rounded-control hover:bg-hover"
          >
            <Icon name="x" size={12} />
          </Base.ChipRemove>
        </Base.Chip>
      ))}
      <Base.Input
        {...naming}
        placeholder={chosen.length === 0 ? placeholder : undefined}
        className="h-6 min-w-16 flex-1 bg-transparent px-2 outline-none"
      />
    </Base.Chips>
  )
}
