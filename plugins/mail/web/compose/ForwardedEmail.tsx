import { useState } from 'react'
import { Button, useTranslation } from '@host/plugin-sdk'
import type { Draft } from '../../shared.ts'
import { EmailFrame } from '../reading/EmailFrame.tsx'
import { useSafeEmail } from '../reading/useSafeEmail.ts'
import type { Autosave } from './useAutosave.ts'

export interface ForwardedEmailProps {
  readonly draft: Draft
  readonly autosave: Autosave
}

/** The email that a draft forwards with its formatting, below what is written. */
export function ForwardedEmail({ draft: { original }, autosave }: ForwardedEmailProps) {
  const [isGone, setGone] = useState(false)
  if (original === null || isGone) return null
  async function remove() {
    if ((await autosave.save({ original: null })) !== undefined) setGone(true)
  }
  return <Shown html={original} onRemove={() => void remove()} />
}

function Shown({ html, onRemove }: { readonly html: string; readonly onRemove: () => void }) {
  const { t } = useTranslation()
  const { email, onReady } = useSafeEmail(html)
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-sm font-medium">{t('mail.compose.forwarded')}</h2>
        <Button size="compact" icon="x" onClick={onRemove}>
          {t('mail.compose.removeForwarded')}
        </Button>
      </div>
      <EmailFrame email={email} label={t('mail.compose.forwarded')} onReady={onReady} onTarget={() => undefined} />
    </section>
  )
}
