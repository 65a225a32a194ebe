import * as z from 'zod/mini'
import {
  Form,
  Modal,
  PasswordInput,
  StrengthMeter,
  useMutation,
  useToast,
  useTranslation,
  type CustomControl,
} from '@host/plugin-sdk'
import { changePassword } from '../../shared/profile.ts'
import { readSecurity } from '../../shared/security.ts'
import { atField } from './at-field.ts'

export interface PasswordDialogProps {
  readonly hasPassword: boolean
  readonly onClose: () => void
}

/** Asks for the present password, if there is one, and for the new. */
export function PasswordDialog({ hasPassword, onClose }: PasswordDialogProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const kind = hasPassword ? 'change' : 'set'
  const { mutateAsync } = useMutation(changePassword, {
    invalidates: [readSecurity],
    onSuccess() {
      toast({ tone: 'positive', title: t('account.password.saved'), description: t('account.password.othersEnded') })
      onClose()
    },
  })
  const wrong = atField({ code: 'invalid_credentials', field: 'current', message: t('account.password.wrong') })
  return (
    <Modal open onClose={onClose} title={t(`account.password.${kind}`)} description={t('account.password.means')}>
      <Form
        calls={changePassword}
        source={hasPassword ? WithCurrent : changePassword.input}
        fields={{
          ...(hasPassword && {
            current: {
              label: t('account.password.current'),
              render: (control: Control) => (
                <Password control={control} name="current" autoComplete="current-password" />
              ),
            },
          }),
          password: {
            label: t('account.password.new'),
            hint: t('account.password.hint'),
            render: (control: Control) => <Password control={control} name="password" autoComplete="new-password" />,
          },
        }}
        values={{ current: '', password: '' }}
        onSubmit={(input) => mutateAsync(input).catch(wrong)}
        submitLabel={t(`account.password.${kind}`)}
        onCancel={onClose}
      >
        {({ password = '' }) => <StrengthMeter password={password} />}
      </Form>
    </Modal>
  )
}

/** Users who have a password must enter it. */
const WithCurrent = z.required(changePassword.input)

interface Control extends Pick<CustomControl, 'onBlur'> {
  readonly value: string | undefined
  readonly onChange: (value: string) => void
}

interface PasswordProps {
  readonly control: Control
  readonly name: string
  readonly autoComplete: string
}

function Password({ control: { value, onChange, onBlur }, ...rest }: PasswordProps) {
  return (
    <PasswordInput
      {...rest}
      maxLength={256}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  )
}
