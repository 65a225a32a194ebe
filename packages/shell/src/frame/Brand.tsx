import { useTranslation } from '@host/plugin-sdk'
import { instanceName } from './instance-brand.ts'
import { Logo } from './Logo.tsx'

/** The mark and the product's name. */
export function Brand() {
  const { t } = useTranslation()
  return (
    <div className="flex items-center gap-2.5">
      <Logo size={28} />
      <span className="text-lg font-semibold tracking-tight">{instanceName() ?? t('shell.product')}</span>
    </div>
  )
}
