import { Badge, RelativeTime, useTranslation, type BadgeTone } from '@host/plugin-sdk'
import type { Account, AccountState as State } from '../../shared.ts'

const tones: Readonly<Record<State, BadgeTone>> = { ok: 'positive', refused: 'danger', failed: 'warning' }

/** The result of the last test of an account, and when it was. */
export function AccountState({ account: { state, testedAt } }: { readonly account: Account }) {
  const { t } = useTranslation()
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone={tones[state]} dot>
        {t(`domains.accounts.state.${state}`)}
      </Badge>
      <span className="hidden text-xs text-subtle sm:inline">
        <RelativeTime value={testedAt} skipFocus />
      </span>
    </span>
  )
}
