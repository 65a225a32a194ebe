import { Button, ErrorNote, Field, Input, Textarea, useTranslation } from '@host/plugin-sdk'
import { systemEmailLimits } from '../../shared.ts'
import { HtmlPreview } from '../reading/HtmlPreview.tsx'
import { useEmailText, type EditedEmail, type EmailText } from './useEmailText.ts'

const parts = ['subject', 'before', 'button', 'after'] as const
const longest = {
  subject: systemEmailLimits.subject,
  before: systemEmailLimits.part,
  button: systemEmailLimits.button,
  after: systemEmailLimits.part,
} as const

/** Writes the text of an email in one language, shows it with examples, sends it to the reader, and returns to the usual one. */
export function EmailTextForm(edited: EditedEmail) {
  const text = useEmailText(edited)
  const { save, reset, preview, test } = text.calls
  const last = [save, preview, test].find(({ error }) => error !== null)
  const errors = last?.error?.problem?.errors ?? []
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        text.save()
      }}
      className="flex flex-col gap-4"
      noValidate
    >
      <Variables email={edited.email} />
      {parts.map((part) => (
        <Part key={part} part={part} text={text} error={errors.find(({ path }) => path === part)?.message} />
      ))}
      {errors.length === 0 && <ErrorNote error={last?.error ?? reset.error} />}
      <Actions text={text} />
      <Preview text={text} />
    </form>
  )
}

interface PartProps {
  readonly part: (typeof parts)[number]
  readonly text: EmailText
  readonly error: string | undefined
}

function Part({ part, text: { texts, change }, error }: PartProps) {
  const { t } = useTranslation()
  const common = { name: part, value: texts[part], maxLength: longest[part] }
  return (
    <Field
      label={t(`mail.systemEmails.${part}`)}
      error={error}
      hint={part === 'button' ? t('mail.systemEmails.buttonHint') : undefined}
      required={part !== 'after'}
    >
      {part === 'subject' || part === 'button' ? (
        <Input {...common} onChange={({ target }) => change(part, target.value)} />
      ) : (
        <Textarea {...common} rows={part === 'before' ? 6 : 4} onChange={({ target }) => change(part, target.value)} />
      )}
    </Field>
  )
}

function Actions({ text: { calls, isOwn, show, send, restore } }: { readonly text: EmailText }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="primary" type="submit" busy={calls.save.isPending}>
        {t('mail.systemEmails.save')}
      </Button>
      <Button busy={calls.preview.isPending} onClick={show}>
        {t('mail.templates.show')}
      </Button>
      <Button busy={calls.test.isPending} onClick={send}>
        {t('mail.templates.test')}
      </Button>
      {isOwn && (
        <Button icon="undo-2" busy={calls.reset.isPending} onClick={restore}>
          {t('mail.systemEmails.reset')}
        </Button>
      )}
    </div>
  )
}

/** The email as mail programs show it, and beside it the text for those that show no HTML. */
function Preview({ text: { calls } }: { readonly text: EmailText }) {
  const { t } = useTranslation()
  const { data } = calls.preview
  if (data === undefined) return null
  return (
    <section aria-label={t('mail.templates.preview')} className="flex flex-col gap-4 border-t border-line pt-4">
      <h3 className="font-medium wrap-anywhere">{data.subject}</h3>
      <div className="grid gap-4 lg:grid-cols-2">
        <div className="min-w-0">
          <h4 className="mb-2 text-sm text-muted">{t('mail.systemEmails.formatted')}</h4>
          <HtmlPreview html={data.html} label={t('mail.systemEmails.formatted')} />
        </div>
        <div className="min-w-0">
          <h4 className="mb-2 text-sm text-muted">{t('mail.systemEmails.plain')}</h4>
          <p className="text-sm wrap-anywhere whitespace-pre-wrap">{data.text}</p>
        </div>
      </div>
    </section>
  )
}

function Variables({ email: { variables } }: Pick<EditedEmail, 'email'>) {
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
