import { useErrorText, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { listFeatures, switchFeature } from '../shared.ts'

/** Switches a feature at once, and back when the server refuses. The menus follow. */
export function useSwitchFeature(): (change: { readonly key: string; readonly enabled: boolean }) => void {
  const { t } = useTranslation()
  const toast = useToast()
  const errorText = useErrorText()
  const { mutate } = useMutation(switchFeature, {
    invalidates: [listFeatures],
    refreshes: ['menus'],
    optimistic: (cache, { key, enabled }) =>
      cache.update(listFeatures, (all) => all.map((one) => (one.key === key ? { ...one, enabled } : one))),
    onSuccess(all, { key, enabled }) {
      const title = all.find((one) => one.key === key)?.title ?? key
      toast({ tone: 'positive', title: t(enabled ? 'features.switchedOn' : 'features.switchedOff', { title }) })
    },
    onError(error) {
      const { title, cause, nextStep } = errorText(error)
      toast({ tone: 'danger', title, description: cause ?? nextStep })
    },
  })
  return mutate
}
