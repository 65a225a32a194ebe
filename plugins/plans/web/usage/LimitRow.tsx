import {
  Badge,
  Button,
  hasRole,
  Progress,
  useFormat,
  useSession,
  useTranslation,
  type BadgeTone,
} from '@host/plugin-sdk'
import type { WorkspaceEntitlement } from '../../shared.ts'
import { useAmount } from '../useAmount.ts'
import { useExcess } from '../useExcess.ts'
import type { PartRowProps } from './TierRow.tsx'
import { usageLevel, type UsageLevel } from './usage-level.ts'
import { WhyButton } from './WhyButton.tsx'

const tones: Partial<Readonly<Record<UsageLevel, BadgeTone>>> = {
  excluded: 'neutral',
  over: 'danger',
  full: 'warning',
  near: 'warning',
}

export interface LimitRowProps extends PartRowProps {
  readonly onAbove: () => void
}

/** A quota or meter of the workspace: its use, its limit, and when it starts again. */
export function LimitRow({ part, onWhy, onAbove }: LimitRowProps) {
  const { t, language } = useTranslation()
  const level = usageLevel(part)
  const tone = tones[level]
  const { limit, used } = part
  return (
    <li className="flex flex-col gap-1.5 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 text-sm font-medium break-words">{part.title[language]}</span>
        {tone !== undefined && (
          <Badge tone={tone} dot>
            {t(`plans.usage.level.${level}`)}
          </Badge>
        )}
        <AboveButton part={part} onAbove={onAbove} />
        <WhyButton part={part} onWhy={onWhy} />
      </div>
      {limit !== null && limit > 0 && used !== null && (
        <Progress label={t('plans.usage.shareOf', { name: part.title[language] })} value={used / limit} />
      )}
      <UsageText part={part} />
    </li>
  )
}

/** Opens the list of records above the limit, for those who may delete them. */
function AboveButton({ part: { over, title }, onAbove }: Pick<LimitRowProps, 'part' | 'onAbove'>) {
  const { t, language } = useTranslation()
  const { role } = useSession()
  if (over?.isLockable !== true || !hasRole(role ?? undefined, 'admin')) return null
  return (
    <Button
      size="compact"
      variant="ghost"
      aria-label={t('plans.above.openOf', { name: title[language] })}
      onClick={onAbove}
    >
      {t('plans.above.open')}
    </Button>
  )
}

function UsageText({ part }: { readonly part: WorkspaceEntitlement }) {
  const { limit, used, unit, resetsAt } = part
  const excess = useExcess()(part)
  const { t } = useTranslation()
  const format = useFormat()
  const amount = useAmount()
  const count = used === null ? t('plans.usage.uncounted') : amount(used, unit)
  const text =
    limit === null
      ? t('plans.usage.usedUnlimited', { used: count })
      : t('plans.usage.usedOf', { used: count, limit: amount(limit, unit) })
  return (
    <p className="flex flex-wrap gap-x-3 text-xs text-muted tabular-nums">
      <span>{text}</span>
      {excess !== null && <span className="font-medium text-fg">{excess}</span>}
      {resetsAt !== null && <span>{t('plans.usage.resets', { date: format.date(resetsAt) })}</span>}
    </p>
  )
}
