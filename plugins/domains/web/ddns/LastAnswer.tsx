import { Badge, useTranslation, type BadgeTone } from '@host/plugin-sdk'
import type { DdnsAnswer, DdnsToken } from '../../shared.ts'

const tones: Readonly<Partial<Record<DdnsAnswer, BadgeTone>>> = { good: 'positive', nochg: 'positive' }

/** The answer to the last update of a token, and why it failed. */
export function LastAnswer({ token: { lastAnswer, lastProblem } }: { readonly token: DdnsToken }) {
  const { t } = useTranslation()
  if (lastAnswer === null) return <Badge>{t('domains.ddns.unused')}</Badge>
  return (
    <span className="block max-w-72 py-1">
      <Badge tone={tones[lastAnswer] ?? 'danger'} dot>
        {t(`domains.ddns.answer.${lastAnswer}`)}
      </Badge>
      {lastProblem !== null && (
        <span className="mt-0.5 block text-xs text-subtle">{t(`domains.ddns.problem.${lastProblem}`)}</span>
      )}
    </span>
  )
}
