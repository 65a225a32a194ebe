import { useTranslation } from '@host/plugin-sdk'
import { classNames } from '@host/plugin-sdk/shell'
import { passwordStrength } from './password-strength.ts'

const colours = ['bg-danger', 'bg-danger', 'bg-warning', 'bg-positive', 'bg-positive']

/** How hard a password is to guess, in four steps and a word. */
export function StrengthMeter({ password }: { readonly password: string }) {
  const { t } = useTranslation()
  const strength = passwordStrength(password)
  return (
    <div className="flex items-center gap-3">
      <div aria-hidden className="grid flex-1 grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={classNames('h-1 rounded-full', step <= strength ? colours[strength] : 'bg-pressed')}
          />
        ))}
      </div>
      <output aria-label={t('shell.strength.label')} className="min-w-16 text-right text-xs text-muted">
        {password === '' ? '' : t(`shell.strength.${strength}`)}
      </output>
    </div>
  )
}
