import { useEffect } from 'react'
import { useErrorText, useMutation, useQuery, useToast, useTranslation } from '@host/plugin-sdk'
import { usePreferenceKeeper, usePreferenceState } from '@host/plugin-sdk/shell'
import { readUserSettings, saveUserSettings } from '../endpoints.ts'

/** Saves what the reader chooses with their account, one save after the other, and takes back what is refused. */
export function PreferenceSaver() {
  const { t } = useTranslation()
  const toast = useToast()
  const errorText = useErrorText()
  const keeper = usePreferenceKeeper()
  const { preferences, unsaved } = usePreferenceState()
  const { data: account } = useQuery(readUserSettings, {}, { errors: 'page' })
  const { mutate, isPending } = useMutation(saveUserSettings, {
    optimistic: (cache, sent) => cache.update(readUserSettings, () => sent),
    onSuccess: (_, sent) => keeper?.settle(sent),
    onError(error) {
      if (account !== undefined) keeper?.giveUp(account)
      const { cause, nextStep } = errorText(error)
      toast({ tone: 'danger', title: t('shell.preferences.notSaved'), description: cause ?? nextStep })
    },
  })
  const isDue = unsaved.length > 0 && account !== undefined && !isPending
  useEffect(() => {
    if (isDue) mutate(preferences)
  }, [isDue, preferences, mutate])
  return null
}
