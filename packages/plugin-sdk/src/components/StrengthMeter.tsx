import { useTranslation } from '../i18n/useTranslation.ts'
import { classNames } from './class-names.ts'
import { passwordStrength } from './password-strength.ts'

export interface StrengthMeterProps {
  readonly password: string
}

const colors = ['bg-danger', 'bg-danger', 'bg-warning', 'bg-positive', 'bg-positive']

/**
 * Password strength in four steps with a label: a hint while the user types, which may differ from the server's
 * decision.
 * @example <StrengthMeter password={password} />
 * @since 1.0.0
 */
export function StrengthMeter({ password }: StrengthMeterProps) {
  const { t } = useTranslation()
  const strength = passwordStrength(password)
  return (
    <div className="flex items-center gap-3">
      <div aria-hidden className="grid flex-1 grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={classNames('h-1 rounded-full', step <= strength ? colors[strength] : 'bg-pressed')}
          />
        ))}
      </div>
      <output aria-label={t('sdk.password.strength')} className="min-w-16 text-right text-xs text-muted">
        {password === '' ? '' : t(`sdk.password.${strength}`)}
      </output>
    </div>
  )
}
