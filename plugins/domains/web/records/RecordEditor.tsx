import { useState, type SubmitEvent } from 'react'
import { Alert, Button, Field, Input, Select, Toggle, useTranslation, DialogActions } from '@host/plugin-sdk'
import { domainLimits, type ListedRecordSet, type ZoneDetails } from '../../shared.ts'
import { wantedOf, type Draft, type DraftErrors } from './drafts.ts'
import { formOf, wantedOfForm, type RecordForm } from './record-form.ts'
import { mayBeProxied, typesOf } from './record-types.ts'
import { usualTtl } from './ttl-options.ts'
import { TtlField } from './TtlField.tsx'
import { useFormCheck } from './useFormCheck.ts'
import { ValuesField } from './ValuesField.tsx'
import { zoneCapabilities } from './zone-capabilities.ts'

export interface RecordEditorProps {
  readonly zone: ZoneDetails
  readonly draftKey: string
  /** Null for one that is added. */
  readonly set: ListedRecordSet | null
  readonly draft: Draft | undefined
  readonly errors: DraftErrors
  readonly onSave: (draft: Draft) => void
  readonly onClose: () => void
}

/** Edits a record set; the change waits with the others. */
export function RecordEditor(props: RecordEditorProps) {
  const { zone, draftKey: key, set, draft, onSave, onClose } = props
  const { t } = useTranslation()
  const capabilities = zoneCapabilities(zone)
  const [form, setForm] = useState(() =>
    formOf(set, draft, { type: typesOf(capabilities.types)[0] ?? 'A', ttl: capabilities.ttl }),
  )
  const { check, errors: own, isChecking, element } = useFormCheck({ zone, set, error: props.errors })
  const extras = { ...capabilities, hasProxy: capabilities.hasProxy && mayBeProxied(form.type) }
  const change = (part: Partial<RecordForm>) => setForm((before) => ({ ...before, ...part }))
  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const wanted = wantedOfForm(form, extras)
    const after = set === null ? wanted : { ...wantedOf(set), ...wanted, name: `${set.name}.`, type: set.type }
    if (await check(wanted)) onSave({ key, before: set, after })
  }
  return (
    <form ref={element} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {set !== null && <OwnerNote set={set} />}
      {set === null && <KeyFields {...{ zone, form, change }} types={typesOf(capabilities.types)} errors={own} />}
      <ValuesField type={form.type} values={form.values} errors={own} onChange={(values) => change({ values })} />
      <Extras {...{ form, change, extras }} errors={own} />
      <DialogActions>
        <Button onClick={onClose}>{t('domains.cancel')}</Button>
        <Button type="submit" variant="primary" busy={isChecking}>
          {t(set === null ? 'domains.records.addToChanges' : 'domains.records.keepChange')}
        </Button>
      </DialogActions>
    </form>
  )
}

interface PartProps {
  readonly form: RecordForm
  readonly change: (part: Partial<RecordForm>) => void
  readonly errors: DraftErrors
}

function KeyFields({
  zone,
  form,
  change,
  types,
  errors,
}: PartProps & { readonly zone: ZoneDetails; readonly types: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <>
      <Field label={t('domains.records.name')} hint={t('domains.records.nameHint')} error={errors['name']} required>
        <Input
          name="name"
          value={form.name}
          placeholder="www"
          suffix={`.${zone.name}`}
          autoComplete="off"
          spellCheck={false}
          maxLength={domainLimits.name}
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      <Field label={t('domains.records.type')} error={errors['type']}>
        <Select
          value={form.type}
          options={types.map((value) => ({ value, label: value, description: describe(t, value) }))}
          onChange={(type) => change({ type })}
        />
      </Field>
    </>
  )
}

function describe(t: (key: string) => string, type: string): string | undefined {
  const key = `domains.records.types.${type}`
  const text = t(key)
  return text === key ? undefined : text
}

function Extras({
  form,
  change,
  errors,
  extras,
}: PartProps & { readonly extras: ReturnType<typeof zoneCapabilities> }) {
  const { t } = useTranslation()
  return (
    <>
      {!(extras.hasProxy && form.isProxied) && (
        <TtlField value={form.ttl} bounds={extras.ttl} error={errors['ttl']} onChange={(ttl) => change({ ttl })} />
      )}
      {extras.hasProxy && (
        <Field label={t('domains.records.proxied')} hint={t('domains.records.proxiedHint')} error={errors['isProxied']}>
          <Toggle checked={form.isProxied} onChange={(isProxied) => change({ isProxied, ttl: usualTtl(extras.ttl) })} />
        </Field>
      )}
      {extras.hasComments && (
        <Field label={t('domains.records.comment')} error={errors['comment']} optional>
          <Input
            name="comment"
            value={form.comment}
            maxLength={domainLimits.comment}
            autoComplete="off"
            onChange={(event) => change({ comment: event.target.value })}
          />
        </Field>
      )}
    </>
  )
}

function OwnerNote({ set: { owner } }: { readonly set: ListedRecordSet }) {
  const { t } = useTranslation()
  if (owner === null) return null
  return (
    <Alert tone="warning" title={t('domains.records.ownedBy', { name: owner.plugin })}>
      {t('domains.records.ownedMeans')}
      {owner.note !== null && <p>{owner.note}</p>}
    </Alert>
  )
}
