import { useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { Alert } from '../components/Alert.tsx'
import { Button } from '../components/Button.tsx'
import { DialogActions } from '../components/DialogActions.tsx'
import type { CallingProps } from '../components/WithRefusal.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { Icon } from '../components/Icon.tsx'
import { Panel } from '../components/Panel.tsx'
import { SettingsFields } from '../components/SettingsFields.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useUnsavedGuard } from '../navigation/useUnsavedGuard.ts'
import { useSessionHold } from '../session/useSessionHold.ts'
import type { FieldDescription } from './field-description.ts'
import { FormFieldRow } from './FormFieldRow.tsx'
import type { Descriptions } from './form-fields.ts'
import { endpointOf, type FieldName, type FormInput, type FormSource, type FormValues } from './form-source.ts'
import { inputOf } from './form-values.ts'
import { SaveBar } from './SaveBar.tsx'
import { wholeForm } from './schema-resolver.ts'
import { useSchemaForm, type SchemaForm } from './useSchemaForm.ts'

/** Props of `Form`. */
export interface FormProps<Source extends FormSource> extends CallingProps {
  /** The endpoint whose input the form produces, or a schema. */
  readonly source: Source
  /** The fields in display order. Anything defined by the schema can be omitted. */
  readonly fields: { readonly [Name in FieldName<Source>]?: FieldDescription<FormInput<Source>[Name]> }
  /** Initial values, before the defaults of the schema. Newer data never overwrites text the user has typed. */
  readonly values?: FormValues<Source>
  /** Values that are submitted beside those of the fields, and have no control. */
  readonly given?: FormValues<Source>
  /** Submits the form. Errors from the server are shown at their fields, or below the fields. */
  readonly onSubmit: (input: FormInput<Source>) => Promise<unknown>
  /** Label of the submit button. Default: "Save changes". */
  readonly submitLabel?: string
  /** Adds a button that closes the form, as in a dialog. */
  readonly onCancel?: () => void
  /**
   * `dialog` (when left out) ends in buttons. `settings` is a panel with a bar to save that appears with the first
   * change, and asks before unsaved changes are left behind.
   */
  readonly variant?: 'dialog' | 'settings'
  /** The title of the panel of `settings`. */
  readonly title?: ReactNode
  /** Content below the fields; a function receives the current values. */
  readonly children?: ReactNode | ((input: FormValues<Source>) => ReactNode)
}

/**
 * A form made of a schema: controls, checks and errors in the reader's language come from it, the words from the page.
 * @example
 * const { mutateAsync } = useMutation(createNote, { invalidates: [listNotes], onSuccess: onClose })
 * <Form source={createNote} fields={{ title: { label: t('notes.name') } }} onSubmit={mutateAsync} onCancel={onClose} />
 * @since 1.0.0
 */
export function Form<const Source extends FormSource>(props: FormProps<Source>) {
  const { source, fields, values = noValues, given = noValues, onSubmit, variant = 'dialog', title, children } = props
  const { calls = endpointOf(source) } = props
  const element = useRef<HTMLFormElement>(null)
  const form = useSchemaForm({
    source,
    descriptions: fields as Descriptions,
    values,
    given,
    onSubmit,
    element,
  })
  const isSettings = variant === 'settings'
  useUnsavedGuard(isSettings && form.isDirty && !form.isSubmitting)
  useSessionHold(form.isDirty)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    event.stopPropagation()
    void form.submit()
  }
  const content = (
    <>
      {form.isOutdated && <NewerNote onLoad={form.load} />}
      {form.fields.map(
        (field) =>
          field.description.isAdvanced !== true && (
            <FormFieldRow key={field.name} field={field} control={form.control} />
          ),
      )}
      <AdvancedFields form={form} />
      {typeof children === 'function' ? <Watched form={form}>{children as Watching}</Watched> : children}
      <WholeFormError form={form} />
      <ErrorNote error={form.failure} />
      {!isSettings && <Buttons {...props} form={form} calls={calls} />}
    </>
  )
  return (
    <form ref={element} noValidate onSubmit={submit}>
      {isSettings ? (
        <Panel title={title}>
          <SettingsFields>{content}</SettingsFields>
        </Panel>
      ) : (
        <div className="flex flex-col gap-4">{content}</div>
      )}
      {isSettings && (
        <SaveBar
          isDirty={form.isDirty}
          calls={calls}
          busy={form.isSubmitting}
          onSave={() => element.current?.requestSubmit()}
          onDiscard={form.load}
        />
      )}
    </form>
  )
}

/** The fields that are rarely needed. Those that are folded away are found by the browser's search, too. */
function AdvancedFields({ form }: FormPart) {
  const { t } = useTranslation()
  const fields = form.fields.filter(({ description }) => description.isAdvanced === true)
  const { errors } = useFormState({ control: form.control })
  const hasError = fields.some(({ name }) => errors[name] !== undefined)
  const [isOpen, setOpen] = useState(false)
  if (hasError && !isOpen) setOpen(true)
  if (fields.length === 0) return null
  return (
    <details className="group" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="-ml-1 flex w-fit list-none items-center gap-1 rounded-control text-sm font-medium text-muted hover:text-fg [&::-webkit-details-marker]:hidden">
        <Icon name="chevron-right" className="transition-transform group-open:rotate-90" />
        {t('sdk.form.advanced')}
      </summary>
      <div className="flex flex-col gap-4 pt-4">
        {fields.map((field) => (
          <FormFieldRow key={field.name} field={field} control={form.control} />
        ))}
      </div>
    </details>
  )
}

type ButtonsProps = Pick<FormProps<FormSource>, 'onCancel' | 'submitLabel' | 'calls'> & FormPart

function Buttons({ form, onCancel, submitLabel, calls }: ButtonsProps) {
  const { t } = useTranslation()
  return (
    <DialogActions>
      {onCancel !== undefined && <Button onClick={onCancel}>{t('sdk.cancel')}</Button>}
      <Button type="submit" variant="primary" calls={calls} busy={form.isSubmitting}>
        {submitLabel ?? t('sdk.form.save')}
      </Button>
    </DialogActions>
  )
}

function NewerNote({ onLoad }: { readonly onLoad: () => void }) {
  const { t } = useTranslation()
  const load = (
    <Button size="compact" onClick={onLoad}>
      {t('sdk.form.loadNewer')}
    </Button>
  )
  return (
    <Alert tone="warning" title={t('sdk.form.newer')} action={load}>
      {t('sdk.form.newerMeans')}
    </Alert>
  )
}

interface FormPart {
  readonly form: SchemaForm
}

/** Error that the schema reports for the fields as a whole. */
function WholeFormError({ form }: FormPart) {
  const { language } = useTranslation()
  const error = useFormState({ control: form.control }).errors[wholeForm]
  if (error === undefined) return null
  return <Alert tone="danger">{error.types?.[language] ?? error.message}</Alert>
}

type Draft = Readonly<Record<string, unknown>>

const noValues: Draft = {}

type Watching = (input: Record<string, unknown>) => ReactNode

function Watched({ form, children }: FormPart & { readonly children: Watching }) {
  return children(inputOf(form.fields, useWatch({ control: form.control }), form.loaded))
}
