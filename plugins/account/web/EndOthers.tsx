import { Button, useErrorText, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { endOtherSessions, listSessions } from '../shared/sessions.ts'

/**
 * Ends all other sessions at once, without a confirmation: a user who suspects a break-in must not wait. The button
 * keeps its space while there are no other sessions.
 */
export function EndOthers({ hasOthers }: { readonly hasOthers: boolean }) {
  const { t } = useTranslation()
  const toast = useToast()
  const errorText = useErrorText()
  const { mutate, isPending } = useMutation(endOtherSessions, {
    invalidates: [listSessions],
    optimistic: (cache) =>
      cache.update(listSessions, (page) => ({ ...page, items: page.items.filter(({ current }) => current) })),
    onSuccess: () => toast({ tone: 'positive', title: t('account.sessions.endedOthers') }),
    onError(error) {
      const { title, cause, nextStep } = errorText(error)
      toast({ tone: 'danger', title, description: cause ?? nextStep })
    },
  })
  return (
    <Button disabled={isPending || !hasOthers} onClick={() => mutate()}>
      {t('account.sessions.endOthers')}
    </Button>
  )
}
