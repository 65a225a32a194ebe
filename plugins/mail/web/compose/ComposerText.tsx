import { useState } from 'react'
import type { EditorView } from 'prosemirror-view'
import { Alert, Button, Field, IconButton, Textarea, useTranslation } from '@host/plugin-sdk'
import { writingLimits, type Draft } from '../../shared.ts'
import { EmailFrame } from '../reading/EmailFrame.tsx'
import { useSafeEmail } from '../reading/useSafeEmail.ts'
import { insertHtml } from './editor/email-editor.ts'
import { isEditable } from './editor/email-html.ts'
import { RichText } from './editor/RichText.tsx'
import { TemplateDialog, type FilledTemplate } from './TemplateDialog.tsx'
import type { Autosave } from './useAutosave.ts'

export interface ComposerTextProps {
  readonly draft: Draft
  readonly autosave: Autosave
  readonly error: string | undefined
}

/** The text of an email, with formatting. HTML of a program or of a template that the editor can't show is sent as it is. */
export function ComposerText({ draft, autosave, error }: ComposerTextProps) {
  const { t } = useTranslation()
  const [isOwn, setOwn] = useState(() => !isEditable(draft.editable))
  const [choosing, setChoosing] = useState<EditorView>()
  const { content, change, save } = autosave
  async function insert({ subject, html, text }: FilledTemplate) {
    const isShown = isEditable(html)
    if (content.subject === '') change({ subject })
    if (isShown && choosing !== undefined) insertHtml(choosing, html)
    if (!isShown && (await save({ html, text })) !== undefined) setOwn(true)
    setChoosing(undefined)
  }
  if (isOwn) return <OwnHtml autosave={autosave} error={error} onRemoved={() => setOwn(false)} />
  return (
    <>
      <RichText
        label={t('mail.compose.text')}
        hint={t('mail.compose.textHint')}
        error={error}
        value={content.html}
        onChange={(html) => change({ html })}
        tools={(editor) => (
          <IconButton
            icon="layout-template"
            label={t('mail.compose.template.use')}
            onClick={() => setChoosing(editor)}
          />
        )}
      />
      {choosing !== undefined && (
        <TemplateDialog
          isFitting={isEditable}
          hasText={content.text.trim() !== ''}
          onClose={() => setChoosing(undefined)}
          onChosen={(filled) => void insert(filled)}
        />
      )}
    </>
  )
}

interface OwnHtmlProps {
  readonly autosave: Autosave
  readonly error: string | undefined
  readonly onRemoved: () => void
}

/** HTML that the editor can't show, as its recipients see it, with its text alternative. */
function OwnHtml({ autosave, error, onRemoved }: OwnHtmlProps) {
  const { t } = useTranslation()
  const { content, change, save } = autosave
  const { email, onReady } = useSafeEmail(content.html)
  async function remove() {
    if ((await save({ html: null })) !== undefined) onRemoved()
  }
  const action = (
    <Button size="compact" onClick={() => void remove()}>
      {t('mail.compose.removeHtml')}
    </Button>
  )
  return (
    <>
      <Alert title={t('mail.compose.ownHtml')} action={action}>
        {t('mail.compose.ownHtmlHelp')}
      </Alert>
      <EmailFrame email={email} label={t('mail.compose.ownHtml')} onReady={onReady} onTarget={() => undefined} />
      <Field label={t('mail.compose.plainText')} error={error}>
        <Textarea
          name="text"
          rows={8}
          value={content.text}
          maxLength={writingLimits.text}
          onChange={({ target }) => change({ text: target.value })}
        />
      </Field>
    </>
  )
}
