import { useState, type SubmitEvent } from 'react'
import {
  Button,
  Checkbox,
  ErrorNote,
  Field,
  FieldGroup,
  formErrors,
  Input,
  useTranslation,
  type ClientError,
  DialogActions,
} from '@host/plugin-sdk'
import { planLimits, type PlanPart } from '../../shared.ts'
import { useFocusOnWrong } from '../useFocusOnWrong.ts'
import { LimitFields } from './LimitFields.tsx'
import { unreadableLimits, type PlanDraft } from './plan-draft.ts'

export interface PlanFormProps {
  readonly parts: readonly PlanPart[]
  readonly initial: PlanDraft
  /** A stored plan keeps its name. */
  readonly isStored: boolean
  readonly error: ClientError | null
  readonly busy: boolean
  readonly submitLabel: string
  readonly onSubmit: (draft: PlanDraft) => void
  readonly onClose: () => void
}

/** The names, features and limits of a plan; errors of the server stand at their fields. */
export function PlanForm(props: PlanFormProps) {
  const { parts, initial, isStored, error, busy, onSubmit } = props
  const [draft, setDraft] = useState(initial)
  const [unreadable, setUnreadable] = useState<readonly string[]>([])
  const form = useFocusOnWrong<HTMLFormElement>(unreadable.length > 0 ? unreadable : error)
  const change = (changes: Partial<PlanDraft>) => setDraft((before) => ({ ...before, ...changes }))
  const paths = ['name', 'title.en', 'title.zh', ...parts.map(({ name }) => `limits.${name}`)]
  const { fields, rest } = formErrors(error, paths)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    const wrong = unreadableLimits(draft, parts)
    setUnreadable(wrong)
    if (wrong.length === 0 && !busy) onSubmit(draft)
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <NameFields draft={draft} errors={fields} isStored={isStored} onChange={change} />
      <LimitFields parts={parts} draft={draft} errors={fields} unreadable={unreadable} onChange={change} />
      <TierFields parts={parts} draft={draft} onChange={change} />
      <ErrorNote error={rest} />
      <Buttons {...props} />
    </form>
  )
}

interface PartProps {
  readonly draft: PlanDraft
  readonly onChange: (changes: Partial<PlanDraft>) => void
}

interface NameFieldsProps extends PartProps {
  readonly errors: Readonly<Partial<Record<string, string>>>
  readonly isStored: boolean
}

function NameFields({ draft, errors, isStored, onChange }: NameFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Field label={t('plans.form.titleEn')} error={errors['title.en']} required>
        <Input
          name="en"
          value={draft.en}
          maxLength={planLimits.title}
          autoComplete="off"
          onChange={(event) => onChange({ en: event.target.value })}
        />
      </Field>
      <Field label={t('plans.form.titleZh')} error={errors['title.zh']} required>
        <Input
          name="zh"
          value={draft.zh}
          maxLength={planLimits.title}
          autoComplete="off"
          onChange={(event) => onChange({ zh: event.target.value })}
        />
      </Field>
      {!isStored && (
        <Field label={t('plans.form.name')} hint={t('plans.form.nameHint')} error={errors['name']} required>
          <Input
            name="name"
            value={draft.name}
            maxLength={planLimits.name}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        </Field>
      )}
      {!isStored && (
        <Checkbox
          label={t('plans.form.isDefault')}
          description={t('plans.form.isDefaultHint')}
          checked={draft.isDefault}
          onChange={(isDefault) => onChange({ isDefault })}
        />
      )}
    </>
  )
}

function TierFields({ parts, draft, onChange }: PartProps & Pick<PlanFormProps, 'parts'>) {
  const { t, language } = useTranslation()
  const tiers = parts.filter(({ kind }) => kind === 'tier')
  if (tiers.length === 0) return null
  const toggle = (name: string, isChosen: boolean) =>
    onChange({ tiers: isChosen ? [...draft.tiers, name] : draft.tiers.filter((each) => each !== name) })
  return (
    <Field label={t('plans.usage.tiers')}>
      <FieldGroup>
        {tiers.map(({ name, title, plugin }) => (
          <Checkbox
            key={name}
            label={title[language]}
            description={t('plans.form.of', { plugin })}
            checked={draft.tiers.includes(name)}
            onChange={(isChosen) => toggle(name, isChosen)}
          />
        ))}
      </FieldGroup>
    </Field>
  )
}

function Buttons({ busy, submitLabel, onClose }: Pick<PlanFormProps, 'busy' | 'submitLabel' | 'onClose'>) {
  const { t } = useTranslation()
  return (
    <DialogActions>
      <Button onClick={onClose}>{t('plans.cancel')}</Button>
      <Button type="submit" variant="primary" busy={busy}>
        {submitLabel}
      </Button>
    </DialogActions>
  )
}
