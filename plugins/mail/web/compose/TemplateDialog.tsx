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
        <Field label={t('mail.compose.template.choice')}>
          <Select
            value={id}
            options={templates.map(({ id: value, name }) => ({ value, label: name }))}
            onChange={(next) => change(() => setId(next))}
          />
        </Field>
        {languages.length > 1 && (
          <Field label={t('mail.templates.languages')}>
            <Select
              value={language}
              options={languages.map((value) => ({ value, label: t(`mail.templates.language.${value}`) }))}
              onChange={(next) => change(() => setLanguage(next))}
            />
          </Field>
        )}
        {variables.map((name) => (
          // The name of a variable is the same in every language.
          <Field
            key={name}
            label={<code>{`{{${name}}}`}</code>}
            error={isChecked && isMissing(name) ? t('mail.compose.template.missing') : undefined}
          >
            <Input
              name={`variable-${name}`}
              value={values[name] ?? ''}
              maxLength={writingLimits.variableValue}
              onChange={({ target }) => change(() => setValues((before) => ({ ...before, [name]: target.value })))}
            />
          </Field>
        ))}
        {replacing !== undefined && <Alert tone="warning">{t('mail.compose.template.replaces')}</Alert>}
        <ErrorNote error={preview.error} />
      </div>
    </Modal>
  )
}
