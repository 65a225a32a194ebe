import { useState } from 'react'
import {
  Alert,
  Button,
  ErrorNote,
  Field,
  Input,
  LoadingRegion,
  Modal,
  Select,
  SkeletonRows,
  useListQuery,
  useMutation,
  useTranslation,
} from '@host/plugin-sdk'
import {
  listTemplates,
  previewTemplate,
  writingLimits,
  type TemplateItem,
  type TemplateLanguage,
} from '../../shared.ts'

export interface FilledTemplate {
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface TemplateDialogProps {
  /** Whether the editor can show some HTML; other HTML replaces the text. */
  readonly isFitting: (html: string) => boolean
  readonly hasText: boolean
  readonly onClose: () => void
  readonly onChosen: (filled: FilledTemplate) => void
}

/** Chooses a template for an email, and asks for the values of its variables. */
export function TemplateDialog(props: TemplateDialogProps) {
  const { t } = useTranslation()
  const { items } = useListQuery(listTemplates, { limit: writingLimits.templates })
  if (items?.[0] !== undefined) return <Choice {...props} templates={items} first={items[0]} />
  return (
    <Modal open onClose={props.onClose} title={t('mail.compose.template.title')} size="small">
      {items === undefined ? (
        <LoadingRegion>
          <SkeletonRows />
        </LoadingRegion>
      ) : (
        <p>{t('mail.compose.template.none')}</p>
      )}
    </Modal>
  )
}

interface ChoiceProps extends TemplateDialogProps {
  readonly templates: readonly TemplateItem[]
  readonly first: TemplateItem
}

function Choice({ templates, first, isFitting, hasText, onClose, onChosen }: ChoiceProps) {
  const { t, language: own } = useTranslation()
  const [id, setId] = useState(first.id)
  const [wanted, setLanguage] = useState<TemplateLanguage>(own)
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [isChecked, setChecked] = useState(false)
  const [replacing, setReplacing] = useState<FilledTemplate>()
  const { languages, variables } = templates.find((each) => each.id === id) ?? first
  const language = languages.includes(wanted) ? wanted : (languages[0] ?? 'en')
  const preview = useMutation(previewTemplate, {
    onSuccess: (filled) => (hasText && !isFitting(filled.html) ? setReplacing(filled) : onChosen(filled)),
  })
  const isMissing = (name: string) => (values[name] ?? '').trim() === ''
  function insert() {
    setChecked(true)
    if (replacing !== undefined) return onChosen(replacing)
    if (!variables.some(isMissing)) preview.mutate({ id, language, variables: { ...values } })
  }
  function change(next: () => void) {
    setReplacing(undefined)
    next()
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={t('mail.compose.template.title')}
      footer={
        <>
          <Button onClick={onClose}>{t('sdk.cancel')}</Button>
          <Button variant="primary" busy={preview.isPending} onClick={insert}>
            {t(replacing === undefined ? 'mail.compose.template.insert' : 'mail.compose.template.replace')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TemplateSelect templates={templates} value={id} onChange={(next) => change(() => setId(next))} />
        {languages.length > 1 && (
          <LanguageChoice languages={languages} value={language} onChange={(next) => change(() => setLanguage(next))} />
        )}
        {variables.map((name) => (
          <Variable
            key={name}
            name={name}
            value={values[name] ?? ''}
            isMissing={isChecked && isMissing(name)}
            onChange={(value) => change(() => setValues((before) => ({ ...before, [name]: value })))}
          />
        ))}
        {replacing !== undefined && <Alert tone="warning">{t('mail.compose.template.replaces')}</Alert>}
        <ErrorNote error={preview.error} />
      </div>
    </Modal>
  )
}

interface VariableProps {
  readonly name: string
  readonly value: string
  readonly isMissing: boolean
  readonly onChange: (value: string) => void
}

/** The name of a variable is the same in every language. */
function Variable({ name, value, isMissing, onChange }: VariableProps) {
  const { t } = useTranslation()
  return (
    <Field label={<code>{`{{${name}}}`}</code>} error={isMissing ? t('mail.compose.template.missing') : undefined}>
      <Input
        name={`variable-${name}`}
        value={value}
        maxLength={writingLimits.variableValue}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}

interface LanguageChoiceProps {
  readonly languages: readonly TemplateLanguage[]
  readonly value: TemplateLanguage
  readonly onChange: (language: TemplateLanguage) => void
}

function LanguageChoice({ languages, value, onChange }: LanguageChoiceProps) {
  const { t } = useTranslation()
  return (
    <Field label={t('mail.templates.languages')}>
      <Select
        value={value}
        options={languages.map((each) => ({ value: each, label: t(`mail.templates.language.${each}`) }))}
        onChange={onChange}
      />
    </Field>
  )
}

interface TemplateSelectProps {
  readonly templates: readonly TemplateItem[]
  readonly value: string
  readonly onChange: (id: string) => void
}

function TemplateSelect({ templates, value, onChange }: TemplateSelectProps) {
  const { t } = useTranslation()
  return (
    <Field label={t('mail.compose.template.choice')}>
      <Select
        value={value}
        options={templates.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={onChange}
      />
    </Field>
  )
}
