import { useState, type SubmitEvent } from 'react'
import { Button, ErrorNote, Field, Input, Textarea, useToast, useTranslation, useUnsavedGuard } from '@host/plugin-sdk'
import { systemEmailLimits, type SystemEmail, type SystemEmailTexts, type TemplateLanguage } from '../../shared.ts'
import { useTextCalls, type TextPlace } from './useSystemEmails.ts'

export interface EmailTextFormProps {
  readonly place: TextPlace
  readonly email: SystemEmail
  readonly language: TemplateLanguage
}

const parts = ['subject', 'before', 'button', 'after'] as const
const longest = {
  subject: systemEmailLimits.subject,
  before: systemEmailLimits.part,
  button: systemEmailLimits.button,
  after: systemEmailLimits.part,
} as const

/** Writes the text of an email in one language, shows it with examples, sends it to the reader, and returns to the usual one. */
export function EmailTextForm({ place, email, language }: EmailTextFormProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const { usual, own } = email[language]
  const [texts, setTexts] = useState<SystemEmailTexts>(own ?? usual)
  const [isDirty, setDirty] = useState(false)
  useUnsavedGuard(isDirty)
  const { save, reset, preview, test } = useTextCalls(place)
  const named = { key: email.key, language }
  const last = [save, preview, test].find(({ error }) => error !== null)
  const errors = last?.error?.problem?.errors ?? []
  const errorAt = (part: string) => errors.find(({ path }) => path === part)?.message
  function change(part: (typeof parts)[number], value: string) {
    setTexts((before) => ({ ...before, [part]: value }))
    setDirty(true)
    for (const call of [save, preview, test]) call.reset()
  }
  async function submit(event: SubmitEvent) {
    event.preventDefault()
    await save.mutateAsync({ ...texts, ...named }).then(
      () => {
        setDirty(false)
        toast({ tone: 'positive', title: t('mail.systemEmails.saved') })
      },
      () => undefined,
    )
  }
  async function restore() {
    await reset.mutateAsync(named)
    setDirty(false)
    toast({ tone: 'positive', title: t('mail.systemEmails.wasReset') })
  }
  async function send() {
    await test.mutateAsync({ ...texts, ...named }).then(
      ({ to }) => toast({ tone: 'positive', title: t('mail.templates.tested', { address: to }) }),
      () => undefined,
    )
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4" noValidate>
      <Variables email={email} />
      {parts.map((part) => (
        <Field
          key={part}
          label={t(`mail.systemEmails.${part}`)}
          error={errorAt(part)}
          hint={part === 'button' ? t('mail.systemEmails.buttonHint') : undefined}
          required={part !== 'after'}
        >
          {part === 'subject' || part === 'button' ? (
            <Input
              name={part}
              value={texts[part]}
              maxLength={longest[part]}
              onChange={({ target }) => change(part, target.value)}
            />
          ) : (
            <Textarea
              name={part}
              rows={part === 'before' ? 6 : 4}
              value={texts[part]}
              maxLength={longest[part]}
              onChange={({ target }) => change(part, target.value)}
            />
          )}
        </Field>
      ))}
      {errors.length === 0 && <ErrorNote error={last?.error ?? reset.error} />}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" type="submit" busy={save.isPending}>
          {t('mail.systemEmails.save')}
        </Button>
        <Button busy={preview.isPending} onClick={() => preview.mutate({ ...texts, ...named })}>
          {t('mail.templates.show')}
        </Button>
        <Button busy={test.isPending} onClick={() => void send()}>
          {t('mail.templates.test')}
        </Button>
        {own !== null && (
          <Button icon="undo-2" busy={reset.isPending} onClick={() => void restore()}>
            {t('mail.systemEmails.reset')}
          </Button>
        )}
      </div>
      {preview.data !== undefined && (
        <section aria-label={t('mail.templates.preview')} className="flex flex-col gap-2 border-t border-line pt-4">
          <h3 className="font-medium wrap-anywhere">{preview.data.subject}</h3>
          <p className="text-sm wrap-anywhere whitespace-pre-wrap">{preview.data.text}</p>
        </section>
      )}
    </form>
  )
}

function Variables({ email: { variables } }: Pick<EmailTextFormProps, 'email'>) {
  const { t } = useTranslation()
  return (
    <div className="text-sm text-muted">
      <p>{t('mail.systemEmails.variables')}</p>
      <ul className="mt-1 flex flex-col gap-1">
        {variables.map(({ name, title, isRequired }) => (
          <li key={name} className="wrap-anywhere">
            <code>{`{{${name}}}`}</code> {title}
            {isRequired && ` (${t('mail.systemEmails.required')})`}
          </li>
        ))}
      </ul>
    </div>
  )
}
