import { useEffect, useState } from 'react'
import { useClient, useFormat, useNavigate, useToast, useErrorText, useTranslation } from '@host/plugin-sdk'
import { undoSend } from '../../shared.ts'
import { draftPath } from './open-composer.ts'

export interface UndoableSend {
  readonly emailId: string
  /** When the email is sent; undefined for one that is scheduled for later. */
  readonly until: string | undefined
  readonly sendAt: string
}

/** A toast stays for 8 seconds; a longer time to undo gets another one. */
const toastTime = 7_000

/** Shows that an email is on its way, with a countdown, and offers to undo that. */
export function useUndoToast(): (send: UndoableSend) => void {
  const { t } = useTranslation()
  const format = useFormat()
  const client = useClient()
  const navigate = useNavigate()
  const toast = useToast()
  const errorText = useErrorText()
  async function undo(emailId: string) {
    try {
      const { draftId } = await client.call(undoSend, { id: emailId })
      if (draftId !== null) navigate(draftPath(draftId))
      toast({ title: t('mail.compose.undone') })
    } catch (error) {
      const { title, nextStep } = errorText(error)
      toast({ tone: 'danger', title, description: nextStep })
    }
  }
  return function show(send) {
    const { emailId, until, sendAt } = send
    const shownAt = Date.now()
    let isUsed = false
    toast({
      title:
        until === undefined ? (
          t('mail.compose.scheduled', { time: format.dateTime(sendAt) })
        ) : (
          <Countdown until={until} />
        ),
      action: {
        label: t('sdk.undo'),
        onPress() {
          isUsed = true
          void undo(emailId)
        },
      },
      onGone() {
        const hasTimedOut = Date.now() - shownAt >= toastTime
        if (!isUsed && hasTimedOut && until !== undefined && Date.parse(until) > Date.now()) show(send)
      },
    })
  }
}

function Countdown({ until }: { readonly until: string }) {
  const { t } = useTranslation()
  const left = () => Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1_000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), 250)
    return () => clearInterval(timer)
  })
  return seconds === 0 ? t('mail.compose.sent') : t('mail.compose.sending', { count: seconds })
}
