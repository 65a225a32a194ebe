import { Form, Toggle, useMutation, useToast, useTranslation, type EndpointOutput } from '@host/plugin-sdk'
import { changeSignInSettings, readSignInSettings } from '../../shared.ts'

export interface SignInFormProps {
  readonly settings: EndpointOutput<typeof readSignInSettings>
}

/** Instance-wide registration and second-factor settings, with a save bar. */
export function SignInForm({ settings: { registration, requireSecondFactor, canSendMail } }: SignInFormProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const { mutateAsync } = useMutation(changeSignInSettings, {
    invalidates: [readSignInSettings],
    onSuccess: () => toast({ tone: 'positive', title: t('instance.signIn.saved') }),
  })
  return (
    <Form
      source={changeSignInSettings}
      variant="settings"
      title={t('instance.signIn.general')}
      fields={{
        registration: {
          label: t('instance.signIn.registration'),
          hint: t('instance.signIn.registrationHint'),
          required: false,
          render: ({ value, onChange }) => (
            <Toggle
              checked={value === true}
              onChange={onChange}
              disabledReason={canSendMail || value ? undefined : t('instance.signIn.registrationNeedsMail')}
            />
          ),
        },
        requireSecondFactor: {
          label: t('instance.signIn.factor'),
          hint: t('instance.signIn.factorHint'),
          control: 'toggle',
        },
      }}
      values={{ registration, requireSecondFactor }}
      onSubmit={mutateAsync}
    />
  )
}
