/**
 * The state of a form between its schema and the server.
 *
 *   loaded --type--> dirty --submit--> submitting --done--> loaded (the submitted values)
 *                     |  ^                 '--rejected--> dirty, with errors at their fields
 *                     |  '-- newer data arrives: typed values stay, `isOutdated` is set
 *                     '--discard, load()--> loaded (the newest data)
 */
import { useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react'
import { useForm, type Control, type UseFormReturn } from 'react-hook-form'
import { formFields, type Descriptions, type FormField } from './form-fields.ts'
import { schemaOf, type FormSource } from './form-source.ts'
import { draftOf, type DraftValues } from './form-values.ts'
import { schemaResolver, type Loaded } from './schema-resolver.ts'
import { serverErrors } from './server-errors.ts'

/** Options of `useSchemaForm`. */
export interface SchemaFormOptions {
  readonly source: FormSource
  readonly descriptions: Descriptions
  readonly values: Readonly<Record<string, unknown>>
  /** Values without a control. */
  readonly given: Readonly<Record<string, unknown>>
  readonly onSubmit: (input: never) => Promise<unknown>
  /** Where the fields are drawn. */
  readonly element: RefObject<HTMLFormElement | null>
}

/** A form, and how it is doing. */
export interface SchemaForm {
  readonly fields: readonly FormField[]
  readonly control: Control<DraftValues, unknown, DraftValues>
  readonly isDirty: boolean
  readonly isSubmitting: boolean
  /** Newer data has arrived but was not loaded over the user's changes. */
  readonly isOutdated: boolean
  /** The initial control values. */
  readonly loaded: DraftValues
  /** The error that concerns no single field. */
  readonly failure: unknown
  /** Discards the user's changes and shows the newest data. */
  readonly load: () => void
  readonly submit: () => Promise<void>
}

/** Runs a form over a schema. */
export function useSchemaForm(options: SchemaFormOptions): SchemaForm {
  const { source, descriptions, values, given, onSubmit, element } = options
  const fields = formFields(source, descriptions)
  const incoming = draftOf(fields, values)
  const [loaded, setLoaded] = useState(incoming)
  const [failure, setFailure] = useState<unknown>(null)
  const form = useDraftForm(source, { fields, loaded, given })
  const { isDirty, isSubmitting } = form.formState
  const isNewer = !isSame(incoming, loaded) && !isSubmitting
  const isOutdated = isNewer && isDirty && !isSame(incoming, form.getValues())
  const load = (): void => {
    setLoaded(incoming)
    setFailure(null)
    form.reset(incoming)
  }
  useLoaded({ newer: isNewer && !isOutdated ? JSON.stringify(incoming) : undefined, load })
  const focusWrong = useFocusOnWrong(element)
  const isBusy = useRef(false)
  async function send(input: DraftValues): Promise<boolean> {
    const sent = { ...form.getValues() }
    try {
      await onSubmit(input as never)
      form.reset(sent, { keepValues: true })
      setLoaded(sent)
      return true
    } catch (error) {
      const { fields: wrong, rest } = serverErrors(error, nameOfAll(fields))
      for (const { name, message } of wrong) form.setError(name, { type: 'server', message })
      setFailure(rest)
      return false
    }
  }
  const submit = async (): Promise<void> => {
    if (isBusy.current) return
    isBusy.current = true
    setFailure(null)
    let isDone = false
    try {
      await form.handleSubmit(async (input) => void (isDone = await send(input)))()
    } catch (error) {
      setFailure(error)
    }
    isBusy.current = false
    if (!isDone) focusWrong()
  }
  return { fields, control: form.control, isDirty, isSubmitting, isOutdated, loaded, failure, load, submit }
}

function useDraftForm(source: FormSource, present: Loaded): UseFormReturn<DraftValues, unknown, DraftValues> {
  const latest = useRef(present)
  useEffect(() => {
    latest.current = present
  })
  const resolver = useMemo(
    () =>
      (...[draft, context, options]: Parameters<ReturnType<typeof schemaResolver>>) =>
        schemaResolver(schemaOf(source), latest.current)(draft, context, options),
    [source],
  )
  return useForm<DraftValues, unknown, DraftValues>({
    defaultValues: present.loaded,
    resolver,
    shouldFocusError: false,
  })
}

/** Shows newer data as soon as nothing typed stands in their way, and those that follow while they are taken. */
function useLoaded({ newer, load }: { readonly newer: string | undefined; readonly load: () => void }): void {
  const onNewer = useEffectEvent(load)
  useEffect(() => {
    if (newer !== undefined) onNewer()
  }, [newer])
}

/** Puts the focus on the first field that is wrong, once it is drawn as such. */
function useFocusOnWrong(element: RefObject<HTMLFormElement | null>): () => void {
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (refusals === 0) return
    const wrong = element.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    const target = wrong?.matches('[role=radiogroup]') === true ? wrong.querySelector<HTMLElement>('input') : wrong
    target?.focus()
  }, [element, refusals])
  return () => setRefusals((before) => before + 1)
}

function nameOfAll(fields: readonly FormField[]): readonly string[] {
  return fields.map(({ name }) => name)
}

function isSame(one: DraftValues, other: DraftValues): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
