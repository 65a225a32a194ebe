import {
  CopyButton,
  Form,
  Input,
  QrCode,
  useTranslation,
  type CustomControl,
  type EndpointInput,
  type EndpointOutput,
} from '@host/plugin-sdk'
import { confirmTotp, type beginTotp } from '../../shared/security.ts'
import { atField } from './at-field.ts'

export type TotpStart = EndpointOutput<typeof beginTotp>

export interface ScanCodeProps {
  readonly start: TotpStart
  readonly onConfirm: (input: EndpointInput<typeof confirmTotp>) => Promise<unknown>
  readonly onCancel: () => void
}

/** Shows the key of an authenticator app, to scan or to type, and asks for a code that proves it arrived. */
export function ScanCode({ start: { secret, uri }, onConfirm, onCancel }: ScanCodeProps) {
  const { t } = useTranslation()
  const wrong = atField({ code: 'invalid_code', field: 'code', message: t('account.totp.wrongCode') })
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-5">
        <QrCode value={uri} label={t('account.totp.codeOf')} />
        <div className="flex min-w-40 flex-1 flex-col gap-3 text-sm">
          <p>{t('account.totp.scan')}</p>
          <div>
            <p className="text-muted">{t('account.totp.type')}</p>
            <div className="mt-1 flex items-center gap-1">
              <code className="min-w-0 font-mono text-xs wrap-anywhere">{inGroups(secret)}</code>
              <CopyButton value={secret} label={t('account.totp.copyKey')} />
            </div>
          </div>
        </div>
      </div>
      <Form
        source={confirmTotp}
        fields={{
          code: {
            label: t('account.totp.code'),
            hint: t('account.totp.codeHint'),
            render: (control) => <CodeInput {...control} />,
          },
        }}
        values={{ code: '' }}
        onSubmit={(input) => onConfirm(input).catch(wrong)}
        submitLabel={t('account.totp.confirm')}
        onCancel={onCancel}
      />
    </div>
  )
}

function CodeInput({ value, onChange, onBlur }: CustomControl<string>) {
  return (
    <Input
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus
      maxLength={10}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  )
}

/** In groups of four, as people read codes aloud. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
