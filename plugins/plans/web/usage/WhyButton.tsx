import { Button, useTranslation } from '@host/plugin-sdk'
import type { WorkspaceEntitlement } from '../../shared.ts'

export interface WhyButtonProps {
  readonly part: Pick<WorkspaceEntitlement, 'title'>
  readonly onWhy: () => void
}

/** Opens the explanation of a part of the plan. */
export function WhyButton({ part: { title }, onWhy }: WhyButtonProps) {
  const { t, language } = useTranslation()
  return (
    <Button
      size="compact"
      variant="ghost"
      aria-label={t('plans.why.openOf', { name: title[language] })}
      onClick={onWhy}
    >
      {t('plans.why.open')}
    </Button>
  )
}
