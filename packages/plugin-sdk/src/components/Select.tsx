import { Select as Base } from '@base-ui/react/select'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { classNames } from './class-names.ts'
import { useFieldControl } from './field-context.ts'
import { Icon } from './Icon.tsx'

/** One of the options of a list. */
export interface SelectOption<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly description?: ReactNode
  /** Shown before the label in a `Combobox`, such as an `Avatar`. */
  readonly media?: ReactNode
}

export interface SelectProps<Value extends string> {
  /** Nothing is chosen while it is empty. */
  readonly value: Value | ''
  readonly options: readonly SelectOption<Value>[]
  readonly onChange: (value: Value) => void
  /** Names the choice; omit only inside a `Field`. */
  readonly label?: string
  /** Shown while nothing is selected. Default: "Choose". */
  readonly placeholder?: string
  readonly size?: 'comfortable' | 'compact'
  /** Without an outline until it is pointed at, for the cells of a table. */
  readonly quiet?: boolean
  readonly disabled?: boolean
}

/**
 * Selects one of a few options from a list.
 * @example <Select label={t('notes.color')} value={color} options={colors} onChange={setColor} />
 * @since 1.0.0
 */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, options, onChange, label, placeholder, size = 'comfortable', quiet = false, disabled = false } = props
  const { t } = useTranslation()
  const { required: _, ...field } = useFieldControl()
  return (
    <Base.Root
      items={options}
      value={value === '' ? null : value}
      disabled={disabled}
      onValueChange={(next) => next !== null && onChange(next)}
    >
      <Base.Trigger
        {...field}
        aria-label={label}
        className={classNames(
          'inline-flex items-center justify-between gap-2 rounded-control border pr-2 pl-2.5 text-left text-fg',
          'transition-colors aria-invalid:border-danger data-disabled:opacity-55',
          quiet ? '-ml-2.5 border-transparent hover:bg-hover' : 'border-control bg-surface hover:border-muted',
          size === 'compact' ? 'h-compact text-sm' : 'h-control text-base',
        )}
      >
        <Base.Value
          className="truncate data-placeholder:text-subtle"
          placeholder={placeholder ?? t('sdk.select.placeholder')}
        />
        <Base.Icon render={<Icon name="chevrons-up-down" size={14} className="text-subtle" />} />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner
          role="region"
          aria-label={t('sdk.choices')}
          className="z-50 outline-none"
          alignItemWithTrigger={false}
          sideOffset={4}
          collisionPadding={8}
        >
          <Base.Popup
            data-scrolls="popup"
            className="scroll-thin max-h-(--available-height) min-w-(--anchor-width) max-w-80 overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-float outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            {options.map((option) => (
              <Option key={option.value} {...option} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Option({ value, label, description }: SelectOption<string>) {
  return (
    <Base.Item
      value={value}
      className="flex min-h-compact items-start gap-3 rounded-control px-2 py-1 text-sm outline-none select-none data-highlighted:bg-hover"
    >
      <span className="min-w-0 flex-1">
        <Base.ItemText>{label}</Base.ItemText>
        {description !== undefined && <span className="block text-xs text-subtle">{description}</span>}
      </span>
      <span className="flex h-5 w-4 items-center">
        <Base.ItemIndicator>
          <Icon name="check" className="text-accent-fg" />
        </Base.ItemIndicator>
      </span>
    </Base.Item>
  )
}
