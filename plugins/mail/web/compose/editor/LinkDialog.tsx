import { useState, type SubmitEvent } from 'react'
import { Button, Field, Input, Modal, useTranslation } from '@host/plugin-sdk'

export interface LinkDialogProps {
  /** The present target; empty for none. */
  readonly initial: string
  readonly onClose: () => void
  /** Gets an empty text to remove the link. */
  readonly onChosen: (href: string) => void
}

/** Asks for the target of a link. */
export function LinkDialog({ initial, onClose, onChosen }: LinkDialogProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(initial)
  const [isWrong, setWrong] = useState(false)
  function choose(href: string) {
    onChosen(href)
    onClose()
  }
  function submit(event: SubmitEvent) {
    event.preventDefault()
    const href = linkOf(typed)
    if (href === undefined) setWrong(true)
    else choose(href)
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={t('mail.editor.linkTitle')}
      size="small"
      footer={
        <>
          {initial !== '' && <Button onClick={() => choose('')}>{t('mail.editor.removeLink')}</Button>}
          <Button onClick={onClose}>{t('sdk.cancel')}</Button>
          <Button variant="primary" type="submit" form="link-form">
            {t('mail.editor.saveLink')}
          </Button>
        </>
      }
    >
      <form id="link-form" onSubmit={submit} noValidate>
        <Field label={t('mail.editor.linkTarget')} error={isWrong ? t('mail.editor.linkWrong') : undefined}>
          <Input
            name="href"
            inputMode="url"
            value={typed}
            maxLength={2_000}
            placeholder="https://"
            onChange={({ target }) => {
              setTyped(target.value)
              setWrong(false)
            }}
          />
        </Field>
      </form>
    </Modal>
  )
}

/** A target that emails may have; `https://` is added where there is no scheme. Undefined for another text. */
export function linkOf(typed: string): string | undefined {
  const text = typed.trim()
  const [local = '', domain = '', ...more] = text.split('@')
  const isAddress = more.length === 0 && /^[^\s/:]+$/.test(local) && /^[^\s/.]+(?:\.[^\s/.]+)+$/.test(domain)
  if (isAddress) return `mailto:${text}`
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`)
  const isKnown = url !== null && ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol)
  return isKnown && text !== '' ? url.href : undefined
}
