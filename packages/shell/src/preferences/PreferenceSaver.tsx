import { useEffect, useState } from 'react'
import { readUserSettings, saveUserSettings } from '@host/platform-api/preferences'
import { useErrorText, useMutation, useQuery, useToast, useTranslation } from '@host/plugin-sdk'
import { usePreferenceStore, usePreferenceState } from '@host/plugin-sdk/shell'

/**
 * Saves preference changes to the account, one after the other, and reverts refused ones. A save without a response, as
 * when the page is closed, is not refused: it is sent with the next choice or page.
 */
export function PreferenceSaver() {
  const { t } = useTranslation()
  const toast = useToast()
  const errorText = useErrorText()
  const monitor = usePreferenceStore()
  const { preferences, unsaved } = usePreferenceState()
  /** The last choice that was sent and not answered; another one is another matter. */
  const [unanswered, setUnanswered] = useState('')
  const { data: account } = useQuery(readUserSettings, {}, { errors: 'page' })
  const { mutate, isPending } = useMutation(saveUserSettings, {
    optimistic: (cache, sent) => cache.update(readUserSettings, () => sent),
    onSuccess: (_, sent) => monitor?.settle(sent),
    onError(error, sent) {
      if (error.status === 0) setUnanswered(JSON.stringify(sent))
      else if (account !== undefined) monitor?.giveUp(account)
      const { cause, nextStep } = errorText(error)
      toast({ tone: 'danger', title: t('shell.preferences.notSaved'), description: cause ?? nextStep })
    },
  })
  const isNew = JSON.stringify(preferences) !== unanswered
  const isDue = unsaved.length > 0 && account !== undefined && !isPending && isNew
  useEffect(() => {
    if (isDue) mutate(preferences)
  }, [isDue, preferences, mutate])
  return null
}
