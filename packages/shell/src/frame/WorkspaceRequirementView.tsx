import { ButtonLink, StatusView, useLocation, useSession, useTranslation } from '@host/plugin-sdk'
import { buttonClass, useHref, type WorkspaceRequirement } from '@host/plugin-sdk/shell'

/** The unmet requirement of a place, and how to meet it. */
export default function WorkspaceRequirementView({ requirement }: { readonly requirement: WorkspaceRequirement }) {
  const { t } = useTranslation()
  const kind = requirement === 'sso_required' ? 'sso' : 'secondFactor'
  return (
    <StatusView
      icon="key-round"
      tone="accent"
      title={t(`shell.demand.${kind}.title`)}
      actions={kind === 'sso' ? <ToSignOn /> : <ToSecurity />}
    >
      <p>{t(`shell.demand.${kind}.help`)}</p>
    </StatusView>
  )
}

function ToSecurity() {
  const { t } = useTranslation()
  return (
    <ButtonLink to="~/admin/settings/security" variant="primary">
      {t('shell.demand.secondFactor.action')}
    </ButtonLink>
  )
}

/** A document of its own: the sign-in ends the present session. */
function ToSignOn() {
  const { t } = useTranslation()
  const { workspace } = useSession()
  const href = useHref()
  const query = new URLSearchParams({ workspace: workspace?.slug ?? '', return: href(useLocation()) })
  return (
    <a href={`/login?${query.toString()}`} className={buttonClass('primary')}>
      {t('shell.demand.sso.action')}
    </a>
  )
}
