import { useState } from 'react'
import {
  Button,
  ErrorNote,
  Field,
  Input,
  Panel,
  Select,
  useListQuery,
  useMutation,
  useToast,
  useTranslation,
} from '@host/plugin-sdk'
import {
  listEmails,
  listMailboxes,
  previewTemplate,
  testTemplate,
  writingLimits,
  type Template,
  type TemplateLanguage,
} from '../../shared.ts'
import { HtmlPreview } from '../reading/HtmlPreview.tsx'

/** Fills in a template, shows it sanitized, and sends it to the reader. */
export function TemplatePreview({ template: { id, languages, variables } }: { readonly template: Template }) {
  const { t } = useTranslation()
  const [language, setLanguage] = useState<TemplateLanguage>(languages[0] ?? 'en')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const preview = useMutation(previewTemplate)
  const filled = { id, language, variables: values }
  return (
    <Panel title={t('mail.templates.preview')}>
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('mail.templates.languages')}>
            <Select
              value={language}
              options={languages.map((value) => ({ value, label: t(`mail.templates.language.${value}`) }))}
              onChange={setLanguage}
            />
          </Field>
          {variables.map((name) => (
            // The name of a variable is the same in every language.
            <Field key={name} label={<code>{`{{${name}}}`}</code>}>
              <Input
                name={`variable-${name}`}
                value={values[name] ?? ''}
                maxLength={writingLimits.variableValue}
                onChange={({ target }) => setValues((before) => ({ ...before, [name]: target.value }))}
              />
            </Field>
          ))}
        </div>
        <Button className="self-start" busy={preview.isPending} onClick={() => preview.mutate(filled)}>
          {t('mail.templates.show')}
        </Button>
        <ErrorNote error={preview.error} />
        {preview.data !== undefined && <Filled {...preview.data} />}
        <TestSend {...filled} />
      </div>
    </Panel>
  )
}

function Filled({ subject, html }: { readonly subject: string; readonly html: string }) {
  const { t } = useTranslation()
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 className="font-medium wrap-anywhere">{subject}</h3>
      <HtmlPreview html={html} label={t('mail.templates.preview')} />
    </section>
  )
}

interface TestSendProps {
  readonly id: string
  readonly language: TemplateLanguage
  readonly variables: Readonly<Record<string, string>>
}

function TestSend({ id, language, variables }: TestSendProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const { items = [] } = useListQuery(listMailboxes, { limit: 100 })
  const usable = items.filter(({ canRead, isReceiving }) => canRead && isReceiving)
  const [chosen, setChosen] = useState<string>()
  const mailboxId = chosen ?? usable[0]?.id
  const test = useMutation(testTemplate, {
    invalidates: [listEmails],
    onSuccess: ({ to }) => toast({ tone: 'positive', title: t('mail.templates.tested', { address: to }) }),
  })
  if (mailboxId === undefined) return null
  return (
    <div className="flex flex-wrap items-end gap-2 border-t border-line pt-4">
      <Field label={t('mail.compose.from')}>
        <Select
          value={mailboxId}
          options={usable.map(({ id: value, address }) => ({ value, label: address }))}
          onChange={setChosen}
        />
      </Field>
      <Button
        busy={test.isPending}
        onClick={() => test.mutate({ id, language, variables: { ...variables }, mailboxId })}
      >
        {t('mail.templates.test')}
      </Button>
      <ErrorNote error={test.error} />
    </div>
  )
}
