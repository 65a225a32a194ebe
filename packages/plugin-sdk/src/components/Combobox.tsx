import { Combobox as Base } from '@base-ui/react/combobox'
import { classNames } from './class-names.ts'
import { ChosenChips } from './ChosenChips.tsx'
import { ComboboxList } from './ComboboxList.tsx'
import { controlClass } from './control-class.ts'
import { useFieldControl, type FieldControl } from './field-context.ts'
import { Icon } from './Icon.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { SelectOption } from './Select.tsx'
import { useComboboxOptions, type OptionsSource } from './useComboboxOptions.ts'

interface ComboboxCommon extends OptionsSource {
  /** Names the choice; omit only inside a `Field`. */
  readonly label?: string
  readonly placeholder?: string
  /** Shown in the list when nothing matches. */
  readonly emptyText?: string
  readonly disabled?: boolean
}

/** Props of `Combobox`: one value or none, or any number of values with `multiple`. */
export type ComboboxProps = ComboboxCommon &
  (
    | { readonly multiple?: false; readonly value: string | null; readonly onChange: (value: string | null) => void }
    | {
        readonly multiple: true
        readonly value: readonly string[]
        readonly onChange: (value: readonly string[]) => void
      }
  )

/**
 * Selects one or several of many options by typing. `load` fetches the options; `onCreate` turns the typed text into an
 * option.
 * @example <Combobox label={t('notes.tags')} multiple value={tags} options={all} onChange={setTags} onCreate={addTag} />
 * @since 1.0.0
 */
export function Combobox(props: ComboboxProps) {
  const { label, placeholder, emptyText, disabled = false } = props
  const { id, required: _, ...field } = useFieldControl()
  const { t } = useTranslation()
  const values = props.multiple === true ? props.value : props.value === null ? [] : [props.value]
  const choices = useComboboxOptions(props, { values, written: props.multiple === true ? undefined : values[0] })
  const chosen = values.map(choices.optionOf)
  function choose(next: readonly SelectOption<string>[]) {
    const picked = choices.settle(next)
    if (props.multiple === true) props.onChange(picked)
    else props.onChange(picked[0] ?? null)
  }
  const shared = {
    items: choices.options,
    filter: choices.filter,
    onInputValueChange: choices.setText,
    isItemEqualToValue: isSame,
    autoHighlight: true,
    disabled,
  } as const
  const naming = { ...field, ...(id !== undefined && { id }), ...nameOf(label, id) }
  const list = <ComboboxList {...choices} emptyText={emptyText ?? t('sdk.combobox.none')} />
  if (props.multiple === true) {
    return (
      <Base.Root {...shared} multiple value={chosen} onValueChange={choose}>
        <Base.InputGroup className={classNames('relative flex min-h-control items-center pr-1', controlClass)}>
          <ChosenChips chosen={chosen} placeholder={placeholder} naming={naming} />
          <Buttons hasClear={chosen.length > 0} />
        </Base.InputGroup>
        {list}
      </Base.Root>
    )
  }
  return (
    <Base.Root {...shared} value={chosen[0] ?? null} onValueChange={(next) => choose(next === null ? [] : [next])}>
      <Base.InputGroup className={classNames('relative flex h-control items-center pr-1', controlClass)}>
        {chosen[0]?.media !== undefined && <span className="-mr-1 flex pl-1.5">{chosen[0].media}</span>}
        <Base.Input
          {...naming}
          placeholder={placeholder}
          className="h-full w-full min-w-0 flex-1 bg-transparent px-2.5 outline-none"
        />
        <Buttons hasClear={chosen.length > 0} />
      </Base.InputGroup>
      {list}
    </Base.Root>
  )
}

/** Attributes that name the text field: those of the `Field`, or an `aria-label`. */
export type ComboboxNaming = Omit<FieldControl, 'required'> & ComboboxName

interface ComboboxName {
  readonly 'aria-label'?: string
  readonly 'aria-labelledby'?: string
}

/** An open list hides the label around it from screen readers; a reference to the label still names the field. */
function nameOf(label: string | undefined, id: string | undefined): ComboboxName {
  if (label !== undefined) return { 'aria-label': label }
  return id === undefined ? {} : { 'aria-labelledby': `${id}-label` }
}

function isSame(one: SelectOption<string>, other: SelectOption<string>): boolean {
  return one.value === other.value
}

const buttonClass = 'flex size-6 shrink-0 items-center justify-center rounded-control text-subtle hover:bg-hover'

function Buttons({ hasClear }: { readonly hasClear: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      {hasClear && (
        <Base.Clear aria-label={t('sdk.combobox.clear')} className={buttonClass}>
          <Icon name="x" size={14} />
        </Base.Clear>
      )}
      <Base.Trigger aria-label={t('sdk.combobox.open')} className={buttonClass}>
        <Icon name="chevrons-up-down" size={14} />
      </Base.Trigger>
    </>
  )
}
