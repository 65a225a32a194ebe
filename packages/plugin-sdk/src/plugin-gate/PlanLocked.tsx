import type { ReactNode } from 'react'
import { ClientError } from '@host/client'
import { listMenus } from '@host/platform-api/menus'
import { ButtonLink } from '../components/ButtonLink.tsx'
import { LockedFeature } from '../components/LockedFeature.tsx'
import { planFacts } from '../components/plan-facts.ts'
import { PlanNote } from '../components/PlanNote.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useQuery } from '../query/useQuery.ts'
import type { Reader } from './requirement.ts'
import { WhoCanHelp } from './WhoCanHelp.tsx'

/** Props of `PlanLocked`. */
export interface PlanLockedProps extends Pick<Reader, 'role'> {
  /** The refusal; undefined where the page alone asks for the tier. */
  readonly error: unknown
}

/** A page that the plan does not include: which plans do, whom to ask, and the page that explains the plan. */
export function PlanLocked({ error, role }: PlanLockedProps): ReactNode {
  const { t } = useTranslation()
  const detail = error instanceof ClientError ? error.problem?.detail : undefined
  return (
    <LockedFeature action={<PlanLink part={planFacts(error)?.part} />}>
      <p>{detail ?? t('sdk.locked.cause')}</p>
      <PlanNote error={error} />
      <p>{t(role === 'owner' ? 'sdk.locked.askAdmin' : 'sdk.locked.nextStep')}</p>
      <WhoCanHelp role={role} required="owner" />
    </LockedFeature>
  )
}

/** The page about the workspace's plan, in a build that has it. */
const planPage = '/settings/plan'

function PlanLink({ part }: { readonly part: string | undefined }): ReactNode {
  const { t } = useTranslation()
  const { data } = useQuery(listMenus, {}, { errors: 'page' })
  if (data?.some(({ path }) => path === planPage) !== true) return null
  return (
    <ButtonLink to={part === undefined ? planPage : `${planPage}?why=${encodeURIComponent(part)}`} icon="info">
      {t('sdk.locked.open')}
    </ButtonLink>
  )
}
