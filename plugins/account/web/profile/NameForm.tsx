import { Form, useMutation, useSession, useToast, useTranslation } from '@host/plugin-sdk'
import { changeProfile } from '../../shared/profile.ts'

/** The name that others see. */
export function NameForm() {
  const { t } = useTranslation()
  const toast = useToast()
  const { user } = useSession()
  const { mutateAsync } = useMutation(changeProfile, {
    refreshes: ['session'],
    onSuccess: () => toast({ tone: 'positive', title: t('account.profile.nameSaved') }),
  })
  return (
    <Form
      source={changeProfile}
      variant="settings"
      title={t('account.profile.general')}
      fields={{
        name: { label: t('account.profile.name'), hint: t('account.profile.nameHint'), autoComplete: 'name' },
      }}
      values={{ name: user.name }}
      onSubmit={mutateAsync}
    />
  )
}
