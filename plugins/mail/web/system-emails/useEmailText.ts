import { useState } from 'react'
import { useToast, useTranslation, useUnsavedGuard } from '@host/plugin-sdk'
import type { SystemEmail, SystemEmailTexts, TemplateLanguage } from '../../shared.ts'
import { useTextCalls, type TextPlace } from './useSystemEmails.ts'

export interface EditedEmail {
  readonly place: TextPlace
  readonly email: SystemEmail
  readonly language: TemplateLanguage
}

/** The text of an email while it is written, and what can be done with it. */
export type EmailText = ReturnType<typeof useEmailText>

export function useEmailText({ place, email, language }: EditedEmail) {
  const { t } = useTranslation()
  const toast = useToast()
  const { usual, own } = email[language]
  const [texts, setTexts] = useState<SystemEmailTexts>(own ?? usual)
  const [isDirty, setDirty] = useState(false)
  useUnsavedGuard(isDirty)
  const calls = useTextCalls(place)
  const { save, reset, preview, test } = calls
  const named = { key: email.key, language }
  const done = (title: string): void => void toast({ tone: 'positive', title })
  const stored = (title: string): void => {
    setDirty(false)
    done(title)
  }
  return {
    texts,
    calls,
    isOwn: own !== null,
    change(part: keyof SystemEmailTexts, value: string): void {
      setTexts((before) => ({ ...before, [part]: value }))
      setDirty(true)
      for (const call of [save, preview, test]) call.reset()
    },
    save: () => settle(save.mutateAsync({ ...texts, ...named }), () => stored(t('mail.systemEmails.saved'))),
    restore: () => settle(reset.mutateAsync(named), () => stored(t('mail.systemEmails.wasReset'))),
    show: () => preview.mutate({ ...texts, ...named }),
    send: () =>
      settle(test.mutateAsync({ ...texts, ...named }), ({ to }) => done(t('mail.templates.tested', { address: to }))),
  }
}

/** An error of a call is shown by its state. */
function settle<Result>(call: Promise<Result>, done: (result: Result) => void): void {
  void call.then(done, () => undefined)
}
